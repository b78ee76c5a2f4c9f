import { expect, test } from 'vitest'
import { filesOf, kilobytesOfFiles, readManifest } from '../testing/site-build.ts'

const manifest = readManifest('admin-manifest.json')

test.each([
  // Without antd, the router and the other screens, which only people who are logged in need.
  { screen: 'the login', sources: ['admin-login.html'], atMost: 90 },
  {
    screen: 'the dashboard',
    sources: ['admin.html', 'src/admin/app/AdminFrame.tsx', 'src/admin/app/dashboard/DashboardScreen.tsx'],
    atMost: 275,
  },
  {
    screen: 'the list of posts',
    sources: ['admin.html', 'src/admin/app/AdminFrame.tsx', 'src/admin/blog/BlogScreen.tsx'],
    atMost: 255,
  },
  {
    screen: 'the editor without CKEditor, which loads after the form,',
    sources: ['admin.html', 'src/admin/app/AdminFrame.tsx', 'src/admin/blog/editor/EditorScreen.tsx'],
    atMost: 390,
  },
])('$screen loads at most $atMost KB at first', ({ sources, atMost }) => {
  const kilobytes = kilobytesOfFiles(filesOf(manifest, sources))
  // An empty list would be small too.
  expect(kilobytes).toBeGreaterThan(50)
  expect(kilobytes).toBeLessThanOrEqual(atMost)
})
