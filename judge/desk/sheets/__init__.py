"""Orders on file: filing a sheet, sheets sent ahead, one block of a letter being handled."""
