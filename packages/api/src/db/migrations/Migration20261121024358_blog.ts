import { Migration } from '@mikro-orm/migrations'

export class Migration20261121024358_blog extends Migration {
  override name = 'Migration20261121024358_blog'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "blog_author" ("id" int not null, "first_name" varchar(200) not null, "username" varchar(200) not null, primary key ("id"));`,
    )
    this.addSql(`alter table "blog_author" add constraint "blog_author_username_unique" unique ("username");`)

    this.addSql(
      `insert into "blog_author" ("id", "first_name", "username") values (1, 'The editors', 'editors');`,
    )

    this.addSql(
      `create table "blog_request" ("admin_id" uuid not null, "key" varchar(200) not null, "request_hash" varchar(64) not null, "reply" text not null, "created_at" timestamptz not null, primary key ("admin_id", "key"));`,
    )
    this.addSql(`create index "blog_request_created_at_index" on "blog_request" ("created_at");`)

    this.addSql(`create table "blog_word" ("word" text not null, primary key ("word"));`)
    this.addSql(`create index "blog_word_index" on "blog_word" using gin ("word" gin_trgm_ops);`)

    this.addSql(
      `create table "blog_image" ("name" varchar(200) not null, "source_sha256" varchar(64) not null, "width" int not null, "height" int not null, "widths" jsonb not null, "size" int not null, "created_at" timestamptz not null, primary key ("name"));`,
    )
    this.addSql(
      `alter table "blog_image" add constraint "blog_image_source_sha256_unique" unique ("source_sha256");`,
    )
    this.addSql(`create index "blog_image_created_at_name_index" on "blog_image" ("created_at", "name");`)

    this.addSql(
      `create table "blog_post" ("id" uuid not null, "title" text not null, "slug" varchar(100) not null, "content" text not null, "excerpt" text not null, "summary" text not null, "status" text not null, "author_id" int not null, "featured_image" text null, "meta_title" text null, "meta_description" text null, "meta_keywords" text null, "published_at" timestamptz null, "scheduled_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, "deleted_at" timestamptz null, "version" int not null, "sequence" int not null, "search_text" text not null, "search" tsvector null, primary key ("id"));`,
    )
    this.addSql(`alter table "blog_post" add constraint "blog_post_sequence_unique" unique ("sequence");`)
    this.addSql(`create index "blog_post_updated_at_id_index" on "blog_post" ("updated_at", "id");`)
    this.addSql(
      `create unique index "blog_post_slug_unique" on "blog_post" ("slug") where "deleted_at" is null;`,
    )
    this.addSql(
      `create index "blog_post_published_index" on "blog_post" ("published_at", "id") where "status" = 'published' and "deleted_at" is null;`,
    )
    this.addSql(
      `create index "blog_post_scheduled_index" on "blog_post" ("scheduled_at") where "scheduled_at" is not null;`,
    )
    this.addSql(`create index "blog_post_search_index" on "blog_post" using gin ("search");`)
    this.addSql(
      `create index "blog_post_search_text_index" on "blog_post" using gin ("search_text" gin_trgm_ops);`,
    )

    this.addSql(
      `create table "blog_post_image" ("post_id" uuid not null, "image_name" varchar(200) not null, primary key ("post_id", "image_name"));`,
    )
    this.addSql(`create index "blog_post_image_image_name_index" on "blog_post_image" ("image_name");`)

    this.addSql(
      `create table "blog_preview" ("token_hash" varchar(64) not null, "post_id" uuid not null, "expires_at" timestamptz not null, primary key ("token_hash"));`,
    )
    this.addSql(`create index "blog_preview_expires_at_index" on "blog_preview" ("expires_at");`)

    this.addSql(
      `create table "blog_revision" ("id" uuid not null, "post_id" uuid not null, "kind" text not null, "version" int null, "at" timestamptz not null, "by" varchar(200) not null, "title" text not null, "word_count" int not null, "fields" jsonb not null, primary key ("id"));`,
    )
    this.addSql(
      `create index "blog_revision_post_id_kind_at_index" on "blog_revision" ("post_id", "kind", "at");`,
    )

    this.addSql(
      `create table "blog_slug_redirect" ("slug" varchar(100) not null, "post_id" uuid not null, "created_at" timestamptz not null, primary key ("slug"));`,
    )
    this.addSql(`create index "blog_slug_redirect_post_id_index" on "blog_slug_redirect" ("post_id");`)

    this.addSql(
      `create table "blog_topic" ("id" serial primary key, "kind" text not null, "name" varchar(60) not null, "name_key" varchar(200) not null, "slug" varchar(100) not null);`,
    )
    this.addSql(
      `alter table "blog_topic" add constraint "blog_topic_kind_name_key_unique" unique ("kind", "name_key");`,
    )
    this.addSql(
      `alter table "blog_topic" add constraint "blog_topic_kind_slug_unique" unique ("kind", "slug");`,
    )

    this.addSql(
      `create table "blog_post_topic" ("post_id" uuid not null, "topic_id" int not null, "position" int not null, primary key ("post_id", "topic_id"));`,
    )
    this.addSql(`create index "blog_post_topic_topic_id_index" on "blog_post_topic" ("topic_id");`)

    this.addSql(
      `alter table "blog_post" add constraint "blog_post_author_id_foreign" foreign key ("author_id") references "blog_author" ("id");`,
    )
    this.addSql(
      `alter table "blog_post" add constraint "blog_post_status_check" check ("status" in ('draft', 'published'));`,
    )

    this.addSql(
      `alter table "blog_post_image" add constraint "blog_post_image_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "blog_revision" add constraint "blog_revision_kind_check" check ("kind" in ('saved', 'autosave'));`,
    )

    this.addSql(
      `alter table "blog_slug_redirect" add constraint "blog_slug_redirect_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "blog_topic" add constraint "blog_topic_kind_check" check ("kind" in ('category', 'tag'));`,
    )

    this.addSql(
      `alter table "blog_post_topic" add constraint "blog_post_topic_post_id_foreign" foreign key ("post_id") references "blog_post" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "blog_post_topic" add constraint "blog_post_topic_topic_id_foreign" foreign key ("topic_id") references "blog_topic" ("id") on update cascade on delete cascade;`,
    )
  }
}
