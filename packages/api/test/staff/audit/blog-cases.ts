import { randomUUID } from 'node:crypto'
import { blogEndpoints } from '@priormark/core/blog/endpoints'
import sharp from 'sharp'
import { type Visitor } from '../../../testing/visitor.ts'
import { addPost, submissionOf } from '../../blog/blog-fixtures.ts'
import type { AuditCases } from './audit-case.ts'

async function topicId(admin: Visitor): Promise<string> {
  const name = randomUUID()
  await addPost(admin, { tags: [name] })
  const { tags } = await admin.api.blog.topics()
  return String(tags.find((tag) => tag.name === name)?.id ?? '')
}

async function imageName(admin: Visitor): Promise<string> {
  const form = new FormData()
  const drawn = sharp({ create: { width: 9, height: 9, channels: 3, background: '#0a6b4e' } })
  form.set('image', new Blob([new Uint8Array(await drawn.png().toBuffer())]), `${randomUUID()}.png`)
  return (await admin.api.images.upload({ form })).name
}

async function draft(admin: Visitor): Promise<{ id: string; revisionId: string }> {
  const params = { id: (await addPost(admin)).id, revisionId: randomUUID() }
  await admin.api.blog.autosave({
    params,
    body: { version: 1, fields: { title: 'A title', slug: params.id } },
  })
  return params
}

/** Every change of the blog and its images. */
export const blogCases: AuditCases = {
  'POST /api/admin/blog/posts': ['post.created', (admin) => addPost(admin)],
  'PUT /api/admin/blog/posts/:id': [
    'post.changed',
    async (admin) => {
      const post = await addPost(admin)
      const headers = { 'if-match': `"${post.version}"` }
      const body = submissionOf(post, { title: 'Another title' })
      await admin.client.call(blogEndpoints.change, { params: { id: post.id }, body }, { headers })
    },
  ],
  'DELETE /api/admin/blog/posts/:id': [
    'post.deleted',
    async (admin) => {
      const post = await addPost(admin)
      const headers = { 'if-match': `"${post.version}"` }
      await admin.client.call(blogEndpoints.remove, { params: { id: post.id } }, { headers })
    },
  ],
  'PUT /api/admin/blog/posts/:id/revisions/:revisionId': ['post.autosave_started', draft],
  'POST /api/admin/blog/posts/:id/revisions/:revisionId/restore': [
    'post.changed',
    async (admin) => {
      const post = await addPost(admin)
      const [kept] = await admin.api.blog.revisions({ params: { id: post.id } })
      const params = { id: post.id, revisionId: kept?.id ?? '' }
      const headers = { 'if-match': `"${post.version}"` }
      await admin.client.call(blogEndpoints.restore, { params }, { headers })
    },
  ],
  'POST /api/admin/blog/posts/:id/preview': [
    'post.preview_made',
    async (admin) => admin.api.blog.makePreview({ params: { id: (await draft(admin)).id } }),
  ],
  'POST /api/admin/blog/authors': [
    'author.created',
    (admin) => admin.api.blog.addAuthor({ body: { firstName: 'Cy' } }),
  ],
  'PUT /api/admin/blog/authors/:id': [
    'author.changed',
    (admin) =>
      admin.api.blog.changeAuthor({ params: { id: '1' }, body: { firstName: 'Ada', username: 'ada' } }),
  ],
  'PUT /api/admin/blog/own-author': [
    'author.created',
    (admin) => admin.api.blog.setOwnAuthorName({ body: { firstName: 'Di' } }),
  ],
  'DELETE /api/admin/blog/authors/:id': [
    'author.deleted',
    async (admin) => {
      const { id } = await admin.api.blog.addAuthor({ body: { firstName: 'Bo' } })
      await admin.api.blog.removeAuthor({ params: { id: String(id) }, query: { into: 1 } })
    },
  ],
  'PUT /api/admin/blog/topics/:id': [
    'tag.renamed',
    async (admin) =>
      admin.api.blog.changeTopic({ params: { id: await topicId(admin) }, body: { name: randomUUID() } }),
  ],
  'DELETE /api/admin/blog/topics/:id': [
    'tag.deleted',
    async (admin) => admin.api.blog.removeTopic({ params: { id: await topicId(admin) } }),
  ],
  'POST /api/admin/blog/upload-image': ['image.uploaded', imageName],
  'DELETE /api/admin/blog/images/:name': [
    'image.deleted',
    async (admin) => admin.api.images.remove({ params: { name: await imageName(admin) }, query: {} }),
  ],
}
