# The house checks and the hash of everything, as tests.
