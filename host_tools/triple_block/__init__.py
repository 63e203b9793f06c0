"""Triple Block on a desk: the blocks of an event, its letter, dated moves played through."""
