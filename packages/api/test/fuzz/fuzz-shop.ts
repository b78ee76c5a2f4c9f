import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { addPost, publishPost } from '../blog/blog-fixtures.ts'
import { seal } from '../proofs/proofs-fixtures.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { details, newAdmin, newStaff, newVisitor, payOutside, type Visitor } from '../../testing/visitor.ts'

/** The callers: a stranger, a customer with an order, the customer whose data is observed, an administrator. */
export const roles = ['stranger', 'other customer', 'owner', 'admin'] as const
export type Role = (typeof roles)[number]

/** A shop that contains secrets. */
export interface FuzzShop {
  /** The headers that each role sends with every call. */
  headers: Record<Role, Record<string, string>>
  /** What each role may know or have guessed: ids of others, and its own secrets. */
  known: Record<Role, string[]>
  /** What each role must never be able to read. */
  secrets: Record<Role, string[]>
  /** Returns the owner's rows, which the calls of other roles must not change. */
  ownersRows(): Promise<unknown>
}

/** Creates new orders, posts, logins and an image. */
export async function makeFuzzShop(app: TestApp): Promise<FuzzShop> {
  const em = app.database.fork()
  const admin = await newAdmin(app)
  // A fuzzed price may be one that the payment service rejects.
  await admin.api.price.change({ body: { price: 8.97 } })
  const owner = await customer(app, admin, `owner-${randomUUID()}`)
  const other = await customer(app, admin, `other-${randomUUID()}`)
  await seal(app, ['manual'])
  // The administrator may change this order, which has its own batch, but not the owner's.
  const spare = await customer(app, admin, `spare-${randomUUID()}`)
  await seal(app, ['manual'])
  const draft = await addPost(admin, { content: `<p>draft-${randomUUID()}</p>` })
  const post = await publishPost(admin)
  const { path } = await admin.api.blog.makePreview({ params: { id: post.id } })
  const revisions = await admin.api.blog.revisions({ params: { id: post.id } })
  const rows = await em.execute<{ id: string; key: string; leaf: string; anchor: string }[]>(
    `select o.id, o.access_key as key, l.id as leaf, a.id as anchor from orders o
       join proof_leaf l on l.order_id = o.id join anchor a on a.batch_id = l.batch_id where o.id in (?, ?, ?)`,
    [owner.orderId, other.orderId, spare.orderId],
  )
  const of = (id: string) => rows.find((row) => row.id === id) ?? { key: '', leaf: '', anchor: '' }
  const secretsOf = (one: typeof owner) => [...one.secrets, of(one.orderId).key]
  const ofOwner = secretsOf(owner)
  const ofOther = secretsOf(other)
  const ofAdmin = [...secretsOf(spare), draft.content.replace(/<[^>]*>/g, ''), admin.token ?? '']
  const image = await addImage(admin)
  const writer = await newStaff(app, 'blog')
  const { people } = await admin.api.people.list()
  const writerId = people.find(({ username }) => username === writer.username)?.id ?? ''
  const invitation = await admin.api.people.invite({
    body: { email: `${randomUUID()}@example.org`, role: 'blog' },
  })
  const guessed = [
    owner.orderId,
    owner.uploadId,
    owner.spareUploadId,
    owner.sha256,
    of(owner.orderId).leaf,
    post.slug,
    image,
  ]
  return {
    headers: {
      stranger: {},
      'other customer': cookiesOf(other.visitor),
      owner: cookiesOf(owner.visitor),
      admin: { authorization: `Bearer ${admin.token ?? ''}` },
    },
    known: {
      stranger: [...guessed, draft.id, owner.paymentId],
      'other customer': [...guessed, draft.id, owner.paymentId, other.orderId, of(other.orderId).key],
      owner: [
        ...guessed,
        owner.unpaidId,
        owner.paymentId,
        of(owner.orderId).key,
        path.split('/').at(-1) ?? '',
      ],
      admin: [
        spare.orderId,
        of(spare.orderId).anchor,
        post.id,
        post.slug,
        ...revisions.map(({ id }) => id),
        image,
        writerId,
        invitation.id,
      ],
    },
    secrets: {
      stranger: [...ofOwner, ...ofOther, ...ofAdmin],
      'other customer': [...ofOwner, ...ofAdmin],
      owner: [...ofOther, ...ofAdmin],
      admin: [],
    },
    ownersRows: () =>
      em.execute(
        `select o.id, o.first_name, o.last_name, o.email, o.project_name, o.project_description, o.file_name, o.file_sha256,
           o.storage_key, o.amount_cents, o.visitor_id, o.access_key, o.status, l.master_salt, l.record
         from orders o join proof_leaf l on l.order_id = o.id where o.id = ?`,
        [owner.orderId],
      ),
  }
}

/** Creates a customer with a paid order, an unpaid order, and an upload without an order. */
async function customer(app: TestApp, admin: Visitor, mark: string) {
  const visitor = newVisitor(app)
  const texts = {
    firstName: `first ${mark}`,
    lastName: `last ${mark}`,
    email: `${mark}@example.org`,
    projectDescription: `about ${mark}`,
  }
  const order = async (content: string) => {
    const { uploadId, sha256 } = await visitor.upload(content, `${mark}.wav`)
    const { orderId } = await visitor.api.orders.create({ body: { ...details, ...texts, uploadId } })
    return { uploadId, sha256, orderId }
  }
  const paid = await order(`the work of ${mark}`)
  await payOutside(visitor, admin, paid.orderId)
  const unpaid = await order(`the next work of ${mark}`)
  const { clientSecret } = await visitor.api.payments.open({ body: { orderId: unpaid.orderId } })
  const spare = await visitor.upload(`a work of ${mark} that is not ordered`)
  return {
    ...paid,
    visitor,
    unpaidId: unpaid.orderId,
    paymentId: clientSecret.replace(/_secret.*/, ''),
    spareUploadId: spare.uploadId,
    secrets: [...Object.values(texts), `the work of ${mark}`],
  }
}

async function addImage(admin: Visitor): Promise<string> {
  const color = { r: Math.floor(Math.random() * 256), g: Math.floor(Math.random() * 256), b: 7 }
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png')
  return (await admin.api.images.upload({ form })).name
}

function cookiesOf(visitor: Visitor): Record<string, string> {
  return { cookie: Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join('; ') }
}
