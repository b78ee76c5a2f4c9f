import { formatFileSize } from '@priormark/core/platform/file-size'
import { ApiError } from '@priormark/core/platform/http/api-error'
import { orderNumberText, type Order } from '@priormark/core/orders/order'
import { orderDetails, projectDetailNames, type DetailName } from '@priormark/core/orders/order-details'
import { actionObstacle } from '@priormark/core/orders/order-rules'
import { Button } from 'antd'
import { useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { toast, toastError } from '../../ui/toast-store.ts'
import { useAdmin } from '../platform/session/admin-context.tsx'
import { homePath } from '../platform/session/admin-paths.ts'
import { Facts } from '../platform/ui/Facts.tsx'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { tabId, Tabs } from '../platform/ui/Tabs.tsx'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import { useShopDates } from '../platform/session/shop-dates.tsx'
import { PrivacyMenu } from './customers/PrivacyMenu.tsx'
import { CustomerView } from './CustomerView.tsx'
import { mailtoLink } from './customers/customer-contact.ts'
import { actionLabel } from './order-actions.ts'
import { useDownloadOrder, useOrder } from './order-queries.ts'
import styles from './OrderScreen.module.css'
import { closePrompt, useOrdersView } from './orders-view.ts'
import { OrderTimeline } from './OrderTimeline.tsx'
import { NextStepPart } from './NextStepPart.tsx'
import { PaymentCard } from './PaymentCard.tsx'
import { ProgressTab } from './ProgressTab.tsx'
import { OrderSeal, StatusTags } from './OrderParts.tsx'

/** /admin/orders/:id: everything about one order, and everything that can be done to it. */
export function OrderScreen() {
  const { id = '' } = useParams()
  const listQuery = useOrdersView((view) => view.listQuery)
  const { data: order, error, isError, isPending, refetch } = useOrder(id)
  // An open prompt must not open again at the next visit.
  useEffect(() => () => closePrompt(id), [id])
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <>
      <Link to={{ pathname: homePath, search: listQuery }} className="admin-back">
        <span aria-hidden>←</span> Back to Dashboard
      </Link>
      {(order === undefined || isError) && <ScreenTitle title="Order" className="admin-hidden" />}
      {isPending && <Loading label="Loading order" />}
      {isMissing && (
        <EmptyList label="This order doesn’t exist. It may have been erased at the customer’s request." />
      )}
      {isError && !isMissing && (
        <LoadFailed onRetry={() => refetch()}>Failed to load order details. Please try again.</LoadFailed>
      )}
      {order !== undefined && !isError && <OrderDetails key={order.id} order={order} />}
    </>
  )
}

const tabs = [
  { key: 'customer', label: 'Customer Details', Content: CustomerTab },
  { key: 'project', label: 'Project Details', Content: ProjectTab },
  { key: 'progress', label: 'Order Progress', Content: ProgressTab },
] as const
const panelId = 'order-details'

function OrderDetails({ order }: { order: Order }) {
  const { formatDay } = useShopDates()
  const [params, setParams] = useSearchParams()
  const download = useDownloadOrder()
  const { key: tab, Content } = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  const downloadObstacle = actionObstacle(order, 'download')

  return (
    <div className={`admin-stack ${styles.columns}`}>
      <header className={`admin-card ${styles.head}`}>
        <div className={styles.title}>
          <OrderSeal order={order} size={56} />
          <div>
            <ScreenTitle title={order.projectName} />
            <p className={`admin-line ${styles.facts}`}>
              <span className="admin-mono">{orderNumberText(order)}</span>
              <StatusTags order={order} />
              <span>
                {order.firstName} {order.lastName}
              </span>
              <span>{formatDay(order.createdAt)}</span>
            </p>
          </div>
        </div>
        <NextStepPart order={order}>
          <Button
            disabled={downloadObstacle !== null}
            loading={download.isPending}
            onClick={() => download.mutate(order)}
          >
            {actionLabel.download}
          </Button>
          {!isErased(order) && <PrivacyMenu orderId={order.id} email={order.email} />}
          {downloadObstacle !== null && <span className="admin-soft">{downloadObstacle}</span>}
        </NextStepPart>
      </header>
      <PaymentCard order={order} />
      <div className="admin-stack">
        <section className="admin-card" aria-label="Order details">
          <Tabs
            label="Order details"
            panelId={panelId}
            tabs={tabs}
            active={tab}
            onChange={(key) =>
              setParams(key === 'customer' ? {} : { tab: key }, { replace: true, preventScrollReset: true })
            }
          />
          <div id={panelId} role="tabpanel" aria-labelledby={tabId(panelId, tab)}>
            <Content order={order} />
          </div>
        </section>
        <CustomerView order={order} />
      </div>
      <OrderTimeline orderId={order.id} />
    </div>
  )
}

/** Whether the customer's data was erased. The order is kept for the accounts. */
function isErased({ email }: Order): boolean {
  return email === ''
}

function CustomerTab({ order }: { order: Order }) {
  const { formatMoment } = useShopDates()
  return (
    <Facts
      facts={[
        { label: 'First name', value: order.firstName },
        { label: 'Last name', value: order.lastName },
        {
          label: 'Email',
          value: isErased(order) ? 'Erased' : <a href={mailtoLink(order.email)}>{order.email}</a>,
        },
        { label: 'Ordered', value: formatMoment(order.createdAt) },
        { label: 'Order number', value: <span className="admin-mono">{orderNumberText(order)}</span> },
        { label: 'Order ID', value: <span className="admin-mono">{order.id}</span> },
      ]}
    />
  )
}

/** Shorter labels, because the tab is called Project Details. */
const shortLabels: Partial<Record<DetailName, string>> = { projectDescription: 'Description' }

function ProjectTab({ order }: { order: Order }) {
  return (
    <Facts
      facts={[
        ...projectDetailNames.map((name) => ({
          label: shortLabels[name] ?? orderDetails[name].label,
          value: order[name],
        })),
        { label: 'File name', value: <bdi>{order.fileName}</bdi> },
        { label: 'File size', value: formatFileSize(order.fileSize) },
        { label: 'Fingerprint', value: <Fingerprint sha256={order.fileSha256} /> },
      ]}
    />
  )
}

function Fingerprint({ sha256 }: { sha256: string }) {
  const { platform } = useAdmin()

  function copy() {
    platform.copyText(sha256).then(
      () => toast({ title: 'Fingerprint copied' }),
      () => toastError('Not copied', 'Please select the fingerprint and copy it'),
    )
  }

  return (
    <>
      <span className="admin-mono">{sha256}</span>{' '}
      <Button size="small" onClick={copy}>
        Copy fingerprint
      </Button>
    </>
  )
}
