import { Migration } from '@mikro-orm/migrations'

export class Migration20261122224000_erased_leaves extends Migration {
  override name = 'Migration20261122224000_erased_leaves'

  /** Leaves that were erased before kept the fingerprint and the commitment. */
  override up(): void | Promise<void> {
    const zeros = '0'.repeat(64)
    this.addSql(
      `update "proof_leaf" set "file_sha256" = '${zeros}', "commitment" = '${zeros}' where "record" is null;`,
    )
  }

  /** What was erased cannot come back. */
  override down(): void {}
}
