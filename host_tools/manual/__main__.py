"""`python -m host_tools.manual [--write]`: compare the documents with the code, or write them."""

import sys

from host_tools.manual.documents import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
