"""The duration of an event by the average rating of its players, as it is read.

What is known of the regulation of AEAC, the Spanish association: below 1900 events last 302 days,
above 2400 they last 600, and in between the duration grows gradually. Its own table was not at
hand; that it grows in a straight line is a reading, and everything that is printed says so.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

LOWEST_ELO, SHORTEST_DAYS = 1900, 302
HIGHEST_ELO, LONGEST_DAYS = 2400, 600
LEAST, MOST = 0, 4000
READING = (
    "This is a reading: known are 302 days below 1900 and 600 days above 2400; that the duration"
    " grows in a straight line between them is assumed. The regulation of the event decides."
)


def proposed_days(average: Decimal) -> int:
    """Return the duration in whole days for an average rating, half days rounded up."""
    if average <= LOWEST_ELO:
        return SHORTEST_DAYS
    if average >= HIGHEST_ELO:
        return LONGEST_DAYS
    share = (average - LOWEST_ELO) * (LONGEST_DAYS - SHORTEST_DAYS) / (HIGHEST_ELO - LOWEST_ELO)
    return SHORTEST_DAYS + int(share.to_integral_value(ROUND_HALF_UP))
