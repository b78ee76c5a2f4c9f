import type { AdminPostCard } from '@priormark/core/blog/post'
import { Table, type TableColumnsType } from 'antd'
import '../ui/row-table.css'
import { postDateText } from './post-dates.ts'
import type { PostListProps } from './PostList.tsx'
import styles from './PostList.module.css'
import { PostActions, PostLink, PostStatus } from './PostParts.tsx'

/** The posts of a page on a wide screen. */
export function PostTable({ posts, onDelete }: PostListProps) {
  const columns: TableColumnsType<AdminPostCard> = [
    { title: 'Title', key: 'title', render: (_, post) => <PostLink post={post} /> },
    { title: 'Status', key: 'status', render: (_, post) => <PostStatus post={post} /> },
    { title: 'Date', key: 'date', className: styles.date ?? '', render: (_, post) => postDateText(post) },
    { title: 'Author', dataIndex: ['author', 'firstName'] },
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
