import { ApiError } from '@priormark/core/platform/http/api-error'
import type { Order } from '@priormark/core/orders/order'
import { actionObstacle } from '@priormark/core/orders/order-rules'
import { Button } from 'antd'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { homePath } from '../platform/session/admin-paths.ts'
import { ScreenTitle } from '../platform/ui/ScreenTitle.tsx'
import { tabId, Tabs } from '../platform/ui/Tabs.tsx'
import { CustomerTab } from './CustomerTab.tsx'
import { CustomerView } from './CustomerView.tsx'
import { FingerprintCard } from './FingerprintCard.tsx'
import { actionLabel } from './order-actions.ts'
import { useDownloadOrder, useOrder } from './order-queries.ts'
import { EmptyList, LoadFailed, Loading } from '../platform/ui/list-states.tsx'
import styles from './OrderScreen.module.css'
import { useOrdersView } from './orders-view.ts'
import { OrderTimeline } from './OrderTimeline.tsx'
import { ProgressTab } from './ProgressTab.tsx'
import { ProjectTab } from './ProjectTab.tsx'
import { PaymentTag, StatusTag } from './OrderTags.tsx'
import { formatDay } from '../platform/session/shop-dates.ts'

/** /admin/orders/:id: everything about one order, and everything that can be done to it. */
export function OrderScreen() {
  const { id = '' } = useParams()
  const listQuery = useOrdersView((view) => view.listQuery)
  const { data: order, error, isError, isPending, refetch } = useOrder(id)
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <>
      <Link to={{ pathname: homePath, search: listQuery }} className={styles.back}>
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
  const [params, setParams] = useSearchParams()
  const download = useDownloadOrder()
  const { key: tab, Content } = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0]
  const downloadObstacle = actionObstacle(order, 'download')

  return (
    <>
      <header className={styles.head}>
        <div className={styles.headText}>
          <ScreenTitle title={order.projectName} />
          <p className={styles.facts}>
            <StatusTag order={order} />
            <PaymentTag order={order} isBrief />
            <span>
              {order.firstName} {order.lastName}
            </span>
            <span>{formatDay(order.createdAt)}</span>
          </p>
        </div>
        <div className={styles.download}>
          <Button
            disabled={downloadObstacle !== null}
            loading={download.isPending}
            onClick={() => download.mutate(order)}
          >
            {actionLabel.download}
          </Button>
          {downloadObstacle !== null && <p>{downloadObstacle}</p>}
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.column}>
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
          <FingerprintCard order={order} />
        </div>
        <OrderTimeline orderId={order.id} />
      </div>
    </>
  )
}
