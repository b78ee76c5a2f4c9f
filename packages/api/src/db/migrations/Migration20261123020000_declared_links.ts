import { Migration } from '@mikro-orm/migrations'

/**
 * Links that were declared for one order used to be kept beside a batch with other orders, whose root cannot be at a link that
 * is older than the root. Where a chain records the batch, that record is enough. Everywhere else, the order gets a batch of its
 * own, whose root is its leaf, as orders with a declared link have since.
 */
export class Migration20261123020000_declared_links extends Migration {
  override name = 'Migration20261123020000_declared_links'

  override up(): void | Promise<void> {
    const isAlone = `exists (select 1 from "anchor_batch" where "id" = "batch_id" and "root" = "leaf")`
    this.addSql(
      `update "proof_leaf" set "declared_link" = null where "declared_link" is not null and not ${isAlone}
       and exists (select 1 from "anchor" where "anchor"."batch_id" = "proof_leaf"."batch_id" and "kind" <> 'manual');`,
    )
    this.addSql(
      `with "moved" as materialized (
         select "id", "leaf", "declared_link" as "link", "batch_id" as "former_id", gen_random_uuid() as "batch_id"
         from "proof_leaf"
         where "declared_link" is not null and "record" is not null
         and not exists (select 1 from "anchor_batch" where "anchor_batch"."id" = "proof_leaf"."batch_id" and "root" = "leaf")
       ), "batches" as (
         insert into "anchor_batch" ("id", "root", "leaf_count", "sealed_at")
         select "batch_id", "leaf", 1, now() from "moved"
       ), "former" as (
         update "anchor_batch" set "leaf_count" = "leaf_count" - "count"
         from (select "former_id", count(*) as "count" from "moved" group by "former_id") as "left"
         where "anchor_batch"."id" = "former_id"
       ), "anchors" as (
         insert into "anchor" ("id", "batch_id", "kind", "state", "link", "evidence", "created_at", "updated_at",
           "submitted_at", "included_at", "final_at")
         select gen_random_uuid(), "batch_id", 'manual', 'final', "link",
           jsonb_build_object('kind', 'manual', 'link', "link"), now(), now(), now(), now(), now() from "moved"
       )
       update "proof_leaf" set "batch_id" = "moved"."batch_id", "leaf_index" = 0, "path" = '[]'
       from "moved" where "moved"."id" = "proof_leaf"."id";`,
    )
    this.addSql(
      `update "anchor" set "state" = 'final', "link" = "leaf"."declared_link", "stuck_reason" = null, "updated_at" = now(),
         "evidence" = jsonb_build_object('kind', 'manual', 'link', "leaf"."declared_link"),
         "submitted_at" = now(), "included_at" = now(), "final_at" = now()
       from "proof_leaf" "leaf" join "anchor_batch" on "anchor_batch"."id" = "leaf"."batch_id"
       where "anchor"."batch_id" = "leaf"."batch_id" and "anchor"."kind" = 'manual' and "anchor"."link" is null
       and "anchor_batch"."root" = "leaf"."leaf" and "leaf"."declared_link" is not null;`,
    )
    const empty = `(select "id" from "anchor_batch" where "leaf_count" = 0)`
    this.addSql(`delete from "anchor" where "batch_id" in ${empty};`)
    this.addSql(`delete from "anchor_batch" where "leaf_count" = 0;`)
  }

  /** The former batches are gone. */
  override down(): void {}
}
