import pg from 'pg'

/**
 * Fills the table of orders with realistic people: few first names, many last names, few mail hosts, nine of ten orders
 * completed. `search_text` matches orderSearchText() for such plain names. All were paid just now and did not ask for an
 * immediate start, so that the server does not create leaves for them while it is measured; their files are deleted, so
 * that it does not report them as missing.
 */
export async function seedOrders(databaseUrl: string, amount: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    await pool.query('set synchronous_commit = off', [])
    await pool.query('set maintenance_work_mem = 262144', [])
    const { rows } = await pool.query<{ indexdef: string }>(
      "select indexdef from pg_indexes where indexname = 'orders_search_index'",
      [],
    )
    const [index] = rows
    await pool.query('drop index orders_search_index', [])
    await pool.query('select setseed(0.5)', [])
    await pool.query(insert, [amount])
    await pool.query("select setval('orders_number_seq', 1000 + $1::int)", [amount])
    await pool.query(index?.indexdef ?? '', [])
    await pool.query('vacuum analyze orders', [])
  } finally {
    await pool.end()
  }
}

const list = (text: string) =>
  `(array[${text
    .split(' ')
    .map((word) => `'${word}'`)
    .join()}])`

const firstNames = list(
  'Ada Alan Amara Anna Ben Bianca Carla Chen Chloe Dara David Elena Emma Erik Fatima Finn Grace Hana Hugo Ines Ivan Jack ' +
    'James Jane Kai Karim Lara Leo Lucy Maria Mark Maya Mia Nadia Noah Nora Olga Omar Oscar Paul Petra Priya Rosa Ruth ' +
    'Sam Sara Tariq Tom Vera Zoe',
)
const syllables = list(
  'ba be bo car dan el fer gar hal in jor kel lan mor nel or pet quin ros san tor un vas wel yor zan',
)
const words = list(
  'Autumn Blue Broken City Clock Cloud Dark Dream Echo Empty Fire First Forest Ghost Glass Golden Green Hidden House Iron ' +
    'Island Last Light Little Lost Midnight Mirror Moon Night Ocean Paper Quiet Rain Red River Road Salt Secret Shadow ' +
    'Silver Sky Small Snow Song Star Stone Storm Summer Velvet Water White Wild Window Winter',
)
const hosts = list(
  'gmail.com gmail.com gmail.com gmail.com hotmail.com outlook.com yahoo.co.uk icloud.com studio.example band.example',
)
const pick = (from: string) => `${from}[1 + floor(random() * array_length(${from}, 1))::int]`

const insert = `
insert into orders (id, number, visitor_id, upload_id, first_name, last_name, email, project_name, project_description, file_name,
  file_size, file_sha256, file_sha3, created_at, updated_at, status, amount_cents, currency, payment_confirmed,
  payment_intent_id, payment_state, refunded_cents, paid_at, completed_at, confirmation_email_sent,
  fulfillment_email_sent, blockchain_link, access_key, search_text, version)
select id, 1000 + n, gen_random_uuid(), gen_random_uuid(), first_name, last_name, email, project_name,
  repeat('A song about a town that is not there any more. ', 6), lower(replace(project_name, ' ', '-')) || '.wav',
  1000000 + n, md5(n::text) || md5(id::text), md5(n::text) || md5(id::text), made, made, status, 897, 'usd',
  status <> 'pending', case when status <> 'pending' then 'pi_' || md5(n::text) end,
  case when status = 'pending' then 'unpaid' else 'paid' end, 0, case when status <> 'pending' then now() end,
  case when status = 'completed' then made + interval '1 day' end, status <> 'pending', status = 'completed',
  case when status = 'completed' then 'https://example.org/tx/0x' || md5(n::text) end,
  left(md5(n::text) || md5(id::text), 43),
  lower(concat_ws(' ', '#' || (1000 + n), first_name, last_name, email, project_name, id)), 1
from (
  select *, lower(first_name || '.' || last_name || (n % 977)) || '@' || ${pick(hosts)} as email
  from (
    select n, gen_random_uuid() as id, now() - random() * interval '3 years' as made, ${pick(firstNames)} as first_name,
      initcap(${pick(syllables)} || ${pick(syllables)} || ${pick(syllables)}) as last_name,
      ${pick(words)} || ' ' || ${pick(words)} || ' ' || ${pick(words)} as project_name,
      case when random() < 0.9 then 'completed' when random() < 0.5 then 'paid' else 'pending' end as status
    from generate_series(1, $1::int) as n
  ) as people
) as orders_to_be`
