/**
 * The files that also run on PGlite when the whole suite runs on PostgreSQL (`API_TESTS=database`): at least one for each
 * thing that the two databases do differently. PGlite has one connection, so a second one that waits for the first hangs;
 * it keeps its data in a folder of ours, which is migrated, backed up and recovered after a kill; and search and JSON run
 * in another build. Files that use only PGlite's folder, whatever the tests run on, do not belong here. The deep run runs
 * all files on both.
 */
export const databaseDependent: readonly string[] = [
  // Opening, migrating and recovering a data folder
  'test/resilience.test.ts',
  'test/operations/database/migrations.test.ts',
  // Backup and restore
  'test/operations/backup/backup.test.ts',
  // Jobs
  'test/proofs/anchoring/anchor-job.test.ts',
  'test/platform/jobs/jobs.test.ts',
  'test/orders/emails/send-mail.test.ts',
  // Locks and concurrent transactions
  'test/proofs/anchors/evidence-mails.test.ts',
  'test/proofs/anchoring/anchoring-cycle.test.ts',
  'test/proofs/leaves/seal-batch.test.ts',
  'test/blog/blog-changes.test.ts',
  'test/blog/blog-schedule.test.ts',
  'test/blog/blog-slugs.test.ts',
  'test/orders/payments/payment-webhook.test.ts',
  // Search, counts and other SQL of our own
  'test/orders/uploads/upload-quota.test.ts',
  'test/blog/blog-search.test.ts',
  'test/staff/auth/sweep-logins.test.ts',
  'test/orders/customers/customers.test.ts',
  'test/platform/http/rate-limit.test.ts',
  'test/order-book/order-search.test.ts',
  'test/platform/storage/sweep.test.ts',
  // The reuse of databases by tests
  'test/operations/database/test-database.test.ts',
]

/** Files that mock a module or change their process for good: each gets its own process, which loads the application again. */
export const isolated: readonly string[] = [
  'test/staff/auth/auth-equal-work.test.ts',
  'test/staff/auth/login-meanwhile.test.ts',
  'test/platform/http/request-cost.test.ts',
  'test/several-processes.test.ts',
  'test/platform/storage/disk-storage.test.ts',
]

/**
 * Files that `npm run test:quick` leaves out, because they start other programs, kill processes, wait for a schedule, or take
 * seconds of processor time.
 */
export const slow: readonly string[] = [
  'test/private-files.test.ts',
  'test/proofs/anchoring/anchoring-crash.test.ts',
  'test/proofs/anchoring/anchoring-invariants.test.ts',
  'test/proofs/anchoring/anchoring-server.test.ts',
  'test/proofs/anchors/evm/evm-crash.test.ts',
  'test/proofs/anchors/evm/evm-faults.test.ts',
  'test/proofs/anchors/evm/evm-fees.test.ts',
  'test/proofs/anchors/evm/evm-life.test.ts',
  'test/proofs/anchors/evm/evm-node.test.ts',
  'test/proofs/anchoring/anchor-job.test.ts',
  'test/proofs/anchors/opentimestamps/ots-blocks.test.ts',
  'test/proofs/anchors/opentimestamps/ots-crash.test.ts',
  'test/proofs/anchors/opentimestamps/ots-submit.test.ts',
  'test/operations/commands/admin-command.test.ts',
  'test/staff/auth/first-admin.test.ts',
  'test/operations/backup/backup-bucket.test.ts',
  'test/operations/backup/backup-crafted.test.ts',
  'test/operations/backup/backup-damage.test.ts',
  'test/operations/backup/backup-encrypted.test.ts',
  'test/operations/backup/backup-problems.test.ts',
  'test/operations/backup/backup-interrupted.test.ts',
  'test/operations/backup/backup-running.test.ts',
  'test/operations/backup/move-tables.test.ts',
  'test/operations/backup/backup.test.ts',
  'test/platform/database/connection-loss.test.ts',
  'test/operations/database/data-lock.test.ts',
  'test/operations/demo/demo-shop.test.ts',
  'test/operations/doctor/doctor.test.ts',
  'test/embedded-chain/embedded-chain.test.ts',
  'test/embedded-stripe/embedded-stripe-form.test.ts',
  'test/fuzz/fuzz-bytes.test.ts',
  'test/fuzz/fuzz-calls-admin.test.ts',
  'test/fuzz/fuzz-calls-public.test.ts',
  'test/fuzz/fuzz-cost.test.ts',
  'test/platform/http/cookie-key.test.ts',
  'test/blog/images/image-bombs.test.ts',
  'test/platform/jobs/jobs-pooler.test.ts',
  'test/platform/jobs/jobs.test.ts',
  'test/orders/emails/mail-crash.test.ts',
  'test/orders/emails/mail.test.ts',
  'test/orders/emails/send-mail.test.ts',
  'test/orders/payments/payment-sweeper.test.ts',
  'test/proofs/evidence/certificate/certificate.test.ts',
  'test/resilience.test.ts',
  'test/operations/database/migrations.test.ts',
  'test/several-processes.test.ts',
  'test/start-failure.test.ts',
  'test/platform/storage/s3-storage.test.ts',
  'test/platform/storage/storage-contract.test.ts',
  'test/platform/storage/sweep-owner.test.ts',
  'test/platform/storage/sweep.test.ts',
  'test/operations/monitoring/monitoring.test.ts',
  'test/fuzz/fuzz-pages.test.ts',
  'test/platform/http/database-away.test.ts',
  'test/orders/uploads/slow-uploads.test.ts',
  'test/orders/uploads/upload-at-stop.test.ts',
  'test/orders/uploads/upload-limits.test.ts',
  'test/staff/auth/login-meanwhile.test.ts',
  'test/staff/auth/second-factor-limits.test.ts',
  'test/staff/auth/second-factor.test.ts',
  'test/proofs/anchors/evm/hostile-nodes.test.ts',
  'test/proofs/evidence/evidence-zip.test.ts',
  'test/orders/emails/policy.test.ts',
  'test/blog/post-creators.test.ts',
  'test/proofs/verify/proofs-public.test.ts',
  'test/staff/people/account-links.test.ts',
  'test/staff/audit/audit-coverage.test.ts',
  'test/proofs/anchors/stopped-orders.test.ts',
  'test/platform/storage/s3-silence.test.ts',
  'test/orders/gateway/stripe-silence.test.ts',
  'test/platform/database/stuck-database.test.ts',
  'test/orders/order-csv.test.ts',
  'test/proofs/evidence/evidence-states.test.ts',
  'test/blog/images/images.test.ts',
  'test/proofs/anchoring/anchoring-cycle.test.ts',
  'test/orders/payments/refund-crash.test.ts',
  'test/blog/blog-schedule.test.ts',
  'test/platform/http/request-cost.test.ts',
  'test/proofs/evidence/shared-documents.test.ts',
  'test/pages/share/share-image.test.ts',
  'test/platform/http/close-server.test.ts',
]
