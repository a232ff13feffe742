"""Makes the built-in model: draws its pictures, trains it, measures it and writes its files."""
