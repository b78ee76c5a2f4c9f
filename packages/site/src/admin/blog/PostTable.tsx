import { Table, type TableColumnsType } from 'antd'
import '../ui/row-table.css'
import type { ListedPost } from './listed-posts.ts'
import type { PostListProps } from './PostList.tsx'
import styles from './PostList.module.css'
import { useUnsentFocus } from './post-rows.ts'
import { PostActions, PostLink, PostStatus, PostViewsLink } from './PostParts.tsx'

/** The posts of a page on a wide screen. */
export function PostTable({ posts, onDelete, sort, onSort }: PostListProps) {
  useUnsentFocus(posts)
  const columns: TableColumnsType<ListedPost> = [
    { title: 'Title', key: 'title', render: (_, post) => <PostLink post={post} /> },
    { title: 'Status', key: 'status', render: (_, post) => <PostStatus post={post} /> },
    { title: 'Date', key: 'date', className: styles.date ?? '', render: (_, post) => post.date },
    {
      title: 'Views (30 days)',
      key: 'views',
      sorter: onSort !== null,
      sortDirections: ['descend'],
      sortOrder: sort === 'views' ? 'descend' : null,
      showSorterTooltip: false,
      className: styles.views ?? '',
      render: (_, post) => <PostViewsLink post={post} />,
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
      onChange={(_pages, _filters, sorter) =>
        onSort?.('order' in sorter && sorter.order === 'descend' ? 'views' : 'changed')
      }
    />
  )
}
