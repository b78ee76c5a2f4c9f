/** A text that a customer enters in the order form. */
interface OrderDetail {
  label: string
  /** A text of several lines. */
  isLong?: boolean
}

const customerDetailNames = ['firstName', 'lastName', 'email'] as const

/** What the order form asks about the work. */
export const projectDetailNames = ['projectName', 'projectDescription'] as const

/** All texts of the order form, in its order. Those that a proof records are in `recordLabels`. */
export const detailNames = [...customerDetailNames, ...projectDetailNames] as const
export type DetailName = (typeof detailNames)[number]
export type OrderDetails = Record<DetailName, string>

/** How forms, lists and the CSV name each text. */
export const orderDetails: Record<DetailName, OrderDetail> = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  email: { label: 'Email' },
  projectName: { label: 'Project name' },
  projectDescription: { label: 'Project description', isLong: true },
}

/** A form without input, and an order without personal data. */
export const emptyDetails = mapNames(detailNames, () => '')

/** Returns an object with a value for each name. */
export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>
}
