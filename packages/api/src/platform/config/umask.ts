import process from 'node:process'

// Every program imports this first, so that everything it writes (works, emails, the database, backups) is readable only by its user.
process.umask(0o077)
