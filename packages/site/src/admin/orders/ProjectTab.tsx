import { formatFileSize } from '@priormark/core/platform/file-size'
import type { Order } from '@priormark/core/orders/order'
import { Fact, Facts } from '../platform/ui/Facts.tsx'

export function ProjectTab({ order }: { order: Order }) {
  return (
    <Facts>
      <Fact name="Project name">{order.projectName}</Fact>
      <Fact name="Description">{order.projectDescription}</Fact>
      <Fact name="File name">
        <bdi>{order.fileName}</bdi>
      </Fact>
      <Fact name="File size">{formatFileSize(order.fileSize)}</Fact>
    </Facts>
  )
}
