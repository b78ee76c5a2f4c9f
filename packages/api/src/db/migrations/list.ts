import { Migration20261121020912_init } from './Migration20261121020912_init.ts'
import { Migration20261121022500_mail_claim } from './Migration20261121022500_mail_claim.ts'
import { Migration20261121024358_blog } from './Migration20261121024358_blog.ts'
import { Migration20261121030300_order_search } from './Migration20261121030300_order_search.ts'
import { Migration20261121032000_blog_search_head } from './Migration20261121032000_blog_search_head.ts'
import { Migration20261121131836_anchoring } from './Migration20261121131836_anchoring.ts'
import { Migration20261121133628_evm } from './Migration20261121133628_evm.ts'
import { Migration20261121134000_opentimestamps } from './Migration20261121134000_opentimestamps.ts'
import { Migration20261121163407_access } from './Migration20261121163407_access.ts'
import { Migration20261121163500_law } from './Migration20261121163500_law.ts'
import { Migration20261122193000_upload_network } from './Migration20261122193000_upload_network.ts'
import { Migration20261122215103_chain_checks } from './Migration20261122215103_chain_checks.ts'
import { Migration20261122220000_upload_parts } from './Migration20261122220000_upload_parts.ts'
import { Migration20261122224000_erased_leaves } from './Migration20261122224000_erased_leaves.ts'
import { Migration20261122230000_time_zone } from './Migration20261122230000_time_zone.ts'
import { Migration20261123010000_plain_names } from './Migration20261123010000_plain_names.ts'
import { Migration20261123020000_declared_links } from './Migration20261123020000_declared_links.ts'
import { Migration20261123020756_refunds } from './Migration20261123020756_refunds.ts'
import { Migration20261123023657_overview } from './Migration20261123023657_overview.ts'
import { Migration20261123100000_settings } from './Migration20261123100000_settings.ts'
import { Migration20261123100100_legal_versions } from './Migration20261123100100_legal_versions.ts'
import { Migration20261123110000_people } from './Migration20261123110000_people.ts'
import { Migration20261123130000_post_views } from './Migration20261123130000_post_views.ts'
import { Migration20261123160000_post_creators } from './Migration20261123160000_post_creators.ts'
import { Migration20261123233332_accepted_terms } from './Migration20261123233332_accepted_terms.ts'
import { Migration20261124001000_revision_people } from './Migration20261124001000_revision_people.ts'
import { Migration20261124003000_refund_mails } from './Migration20261124003000_refund_mails.ts'
import { Migration20261124160000_refund_ledger } from './Migration20261124160000_refund_ledger.ts'
import { Migration20261124161000_failed_refund_mails } from './Migration20261124161000_failed_refund_mails.ts'
import { Migration20261124180000_legal_numbers } from './Migration20261124180000_legal_numbers.ts'
import { Migration20261124181000_inviter_ids } from './Migration20261124181000_inviter_ids.ts'
import { Migration20261124182000_account_authors } from './Migration20261124182000_account_authors.ts'
import { Migration20261124190000_author_ids } from './Migration20261124190000_author_ids.ts'
import { Migration20261124191000_other_disputes } from './Migration20261124191000_other_disputes.ts'
import { Migration20261124193000_legal_details } from './Migration20261124193000_legal_details.ts'
import { Migration20261124194000_preview_authors } from './Migration20261124194000_preview_authors.ts'
import { Migration20261124195000_refunds_another_way } from './Migration20261124195000_refunds_another_way.ts'
import { Migration20261124200000_order_search } from './Migration20261124200000_order_search.ts'
import { Migration20261124210000_order_search_speed } from './Migration20261124210000_order_search_speed.ts'
import { Migration20261125025000_blog_count } from './Migration20261125025000_blog_count.ts'

/** Every migration, oldest first. */
export const migrations = [
  Migration20261121020912_init,
  Migration20261121022500_mail_claim,
  Migration20261121024358_blog,
  Migration20261121030300_order_search,
  Migration20261121032000_blog_search_head,
  Migration20261121131836_anchoring,
  Migration20261121133628_evm,
  Migration20261121134000_opentimestamps,
  Migration20261121163407_access,
  Migration20261121163500_law,
  Migration20261122193000_upload_network,
  Migration20261122215103_chain_checks,
  Migration20261122220000_upload_parts,
  Migration20261122224000_erased_leaves,
  Migration20261122230000_time_zone,
  Migration20261123010000_plain_names,
  Migration20261123020000_declared_links,
  Migration20261123020756_refunds,
  Migration20261123023657_overview,
  Migration20261123100000_settings,
  Migration20261123100100_legal_versions,
  Migration20261123110000_people,
  Migration20261123130000_post_views,
  Migration20261123160000_post_creators,
  Migration20261123233332_accepted_terms,
  Migration20261124001000_revision_people,
  Migration20261124003000_refund_mails,
  Migration20261124160000_refund_ledger,
  Migration20261124161000_failed_refund_mails,
  Migration20261124180000_legal_numbers,
  Migration20261124181000_inviter_ids,
  Migration20261124182000_account_authors,
  Migration20261124190000_author_ids,
  Migration20261124191000_other_disputes,
  Migration20261124193000_legal_details,
  Migration20261124194000_preview_authors,
  Migration20261124195000_refunds_another_way,
  Migration20261124200000_order_search,
  Migration20261124210000_order_search_speed,
  Migration20261125025000_blog_count,
]
