"""What people install: wheel, sdist, Debian package, image, and their checksums (docs/installing.md)."""
