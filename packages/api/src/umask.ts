import process from 'node:process'

// Every program imports this first: what it writes (works, mails, the database, backups) is readable only by its own user.
process.umask(0o077)
