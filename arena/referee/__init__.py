"""The referee: plays one match between bot processes. A pure core decides, a thin shell moves bytes."""
