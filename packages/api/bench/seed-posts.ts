import pg from 'pg'

/**
 * Adds published posts of about 350 words to the blog, quickly. Their texts combine a thousand paragraphs with a
 * natural distribution of words; one title in a thousand has 'xylophone'. Search columns match post-content.ts for such
 * plain text: the vector of combined texts combines their vectors.
 */
export async function seedPosts(databaseUrl: string, amount: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  const run = (statement: string, values: unknown[] = []) => pool.query(statement, values)
  try {
    await run('set synchronous_commit = off')
    await run('set maintenance_work_mem = 262144')
    const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = 'blog_post' and indexdef like '% USING gin %'`,
      [],
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    await run('select setseed(0.5)')
    await run(vocabulary)
    await run(paragraphs)
    await run(posts, [amount])
    for (const { definition } of indexes) await run(definition)
    await run(words)
    await run('vacuum analyze blog_post')
    await run('vacuum analyze blog_word')
  } finally {
    await pool.end()
  }
}

const syllables =
  "(array['ba','be','bo','car','dan','el','fer','gar','hal','in','jor','kel','lan','mor','nel','pet','quin','ros','san','tor','un','vas','wel','yor','zan'])"
const slugs =
  "(array['copyright','song','blockchain','music','proof','record','author','melody','studio','contract','release','chorus','verse','guitar','licence','royalty','publisher','manuscript','painting','photograph'])"

const vocabulary = `
create temporary table seed_word as
select n, case when n <= 20 then ${slugs}[n]
  else ${syllables}[1 + n % 25] || ${syllables}[1 + (n / 25) % 25] || ${syllables}[1 + (n * 7 / 625) % 25] end as word
from generate_series(1, 12000) as n`

/** A fourth power of a random number is mostly small, so the first words are frequent. */
const paragraphs = `
create temporary table seed_paragraph as
select number, body, to_tsvector('english', body) as vector
from (
  select number, string_agg(word, ' ' order by place) as body
  from (select number, place, 1 + floor(12000 * power(random(), 4))::int as n
        from generate_series(0, 999) as number, generate_series(1, 58) as place) as picks
  join seed_word using (n)
  group by number
) as bodies`

const posts = `
insert into blog_post (id, title, slug, content, excerpt, summary, status, author_id, published_at, created_at,
  updated_at, version, sequence, search_text, search, search_head)
select gen_random_uuid(), initcap(title), 'seed-' || n,
  '<p>' || concat_ws('</p><p>', a, b, c, d, e, f) || '</p>', summary, summary, 'published', 1, made, made, made, 1,
  start + n, title || ' ' || summary,
  head || setweight(va || vb || vc || vd || ve || vf, 'C'), head
from (
  select n, title, summary, made, a, b, c, d, e, f, va, vb, vc, vd, ve, vf, start,
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', summary), 'B') as head
  from (
    select i as n, now() - i * interval '1 minute' - interval '1 year' as made,
      concat_ws(' ', w1.word, w2.word, w3.word, case when i % 1000 = 7 then 'xylophone' end, i) as title,
      left(pa.body, 150) as summary,
      pa.body as a, pb.body as b, pc.body as c, pd.body as d, pe.body as e, pf.body as f,
      pa.vector as va, pb.vector as vb, pc.vector as vc, pd.vector as vd, pe.vector as ve, pf.vector as vf,
      (select coalesce(max(sequence), 0) from blog_post) as start
    from generate_series(1, $1::int) as i
    join seed_word w1 on w1.n = 1 + (i * 31) % 12000
    join seed_word w2 on w2.n = 1 + (i * 17) % 400
    join seed_word w3 on w3.n = 1 + (i * 7) % 20
    join seed_paragraph pa on pa.number = i % 1000
    join seed_paragraph pb on pb.number = (i / 7) % 1000
    join seed_paragraph pc on pc.number = (i / 11 + 300) % 1000
    join seed_paragraph pd on pd.number = (i / 13 + 500) % 1000
    join seed_paragraph pe on pe.number = (i / 17 + 700) % 1000
    join seed_paragraph pf on pf.number = (i / 19 + 900) % 1000
  ) as texts
) as posts_to_be`

const words = `
insert into blog_word (word)
select distinct word from (
  select unnest(tsvector_to_array(vector)) as word from seed_paragraph
  union all
  select unnest(tsvector_to_array(search_head)) from blog_post
) as every
on conflict do nothing`
