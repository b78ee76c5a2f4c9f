/** A text that a customer enters in the order form. */
interface OrderDetail {
  label: string
  /** The label beside a proof's other facts, if it differs. */
  recordLabel?: string
  /** A text of several lines. */
  isLong?: boolean
}

const customerDetailNames = ['firstName', 'lastName', 'email'] as const

/** What the order form asks about the work. */
export const projectDetailNames = ['projectName', 'projectDescription'] as const

/** All texts of the order form, in its order. A new one needs only an entry here, a column and its place on the certificate. */
export const detailNames = [...customerDetailNames, ...projectDetailNames] as const
export type DetailName = (typeof detailNames)[number]
export type OrderDetails = Record<DetailName, string>

export const orderDetails: Record<DetailName, OrderDetail> = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  email: { label: 'Email' },
  projectName: { label: 'Project name', recordLabel: 'Project' },
  projectDescription: { label: 'Project description', recordLabel: 'Description', isLong: true },
}

export const emptyDetails = mapDetails(detailNames, () => '')

/** Returns an object with a value for each name. */
export function mapDetails<Name extends DetailName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}
