import { Table, type TableColumnsType } from 'antd'
import '../ui/row-table.css'
import { formatViews } from './post-views-labels.ts'
import type { ListedPost } from './listed-posts.ts'
import type { PostListProps } from './PostList.tsx'
import styles from './PostList.module.css'
import { useUnsentFocus } from './post-rows.ts'
import { PostActions, PostLink, PostStatus } from './PostParts.tsx'

/** The posts of a page on a wide screen. */
export function PostTable({ posts, onDelete }: PostListProps) {
  useUnsentFocus(posts)
  const columns: TableColumnsType<ListedPost> = [
    { title: 'Title', key: 'title', render: (_, post) => <PostLink post={post} /> },
    { title: 'Status', key: 'status', render: (_, post) => <PostStatus post={post} /> },
    { title: 'Date', key: 'date', className: styles.date ?? '', render: (_, post) => post.date },
    {
      title: 'Views (30 days)',
      key: 'views',
      className: styles.views ?? '',
      render: (_, { views }) => (views === null ? '–' : formatViews(views)),
    },
    {
      title: 'Author',
      key: 'author',
      className: styles.author ?? '',
      render: (_, { author }) => author ?? '–',
    },
    {
      title: <span className="admin-hidden">Actions</span>,
      key: 'actions',
      render: (_, post) => <PostActions post={post} onDelete={onDelete} />,
    },
  ]
  return (
    <Table
      className="row-table"
      size="small"
      rowKey="id"
      aria-label="Blog posts"
      columns={columns}
      dataSource={posts}
      pagination={false}
    />
  )
}
