import { formatDollars } from '@priormark/core/money'
import type { Order } from '@priormark/core/orders/order'
import { Table, type TableColumnsType } from 'antd'
import { Seal } from '../../ui/Seal.tsx'
import '../ui/row-table.css'
import { MailMarks } from './MailMarks.tsx'
import { OrderLink } from './OrderLink.tsx'
import { OrderMenu, type OnOrderAction } from './OrderMenu.tsx'
import { selectOrders, useOrdersView } from './orders-view.ts'
import styles from './OrdersTable.module.css'
import { PaymentTag, StatusTag } from './OrderTags.tsx'
import { formatDay } from '../session/shop-dates.ts'

/** The orders of a page on a wide screen. */
export function OrdersTable({ orders, onAction }: { orders: Order[]; onAction: OnOrderAction }) {
  const selectedRowKeys = useOrdersView((view) => view.selectedIds)
  const columns: TableColumnsType<Order> = [
    ...dataColumns,
    {
      title: <span className="admin-hidden">Actions</span>,
      key: 'actions',
      width: 1,
      render: (_, order) => <OrderMenu order={order} onAction={onAction} />,
    },
  ]
  return (
    <Table
      className="row-table"
      size="small"
      rowKey="id"
      aria-label="Orders, newest first"
      columns={columns}
      dataSource={orders}
      pagination={false}
      rowSelection={{
        selectedRowKeys,
        onChange: (keys) => selectOrders(keys.map(String)),
        getCheckboxProps: ({ projectName }) => ({ 'aria-label': `Select ${projectName}` }),
        getTitleCheckboxProps: () => ({ 'aria-label': 'Select all orders on this page' }),
      }}
    />
  )
}

const dataColumns: TableColumnsType<Order> = [
  {
    title: 'Project',
    key: 'project',
    render: (_, order) => (
      <div className={styles.project}>
        <Seal sha256={order.fileSha256} className={styles.seal} />
        <div className={styles.truncated}>
          <OrderLink order={order} />
          <div className="admin-small">{order.fileName}</div>
        </div>
      </div>
    ),
  },
  {
    title: 'Customer',
    key: 'customer',
    render: (_, { firstName, lastName, email }) => (
      <div className={styles.truncated}>
        {firstName} {lastName}
        <div className="admin-small">{email}</div>
      </div>
    ),
  },
  {
    title: 'Status',
    key: 'status',
    render: (_, order) => (
      <div className={styles.tags}>
        <StatusTag order={order} />
        <PaymentTag order={order} isBrief />
      </div>
    ),
  },
  { title: 'Emails sent', key: 'mails', render: (_, order) => <MailMarks order={order} /> },
  {
    title: 'Amount',
    dataIndex: 'paymentAmount',
    align: 'right',
    className: 'admin-mono',
    render: formatDollars,
  },
  {
    title: 'Ordered',
    dataIndex: 'createdAt',
    className: styles.day ?? '',
    render: (day: string) => formatDay(day),
  },
]
