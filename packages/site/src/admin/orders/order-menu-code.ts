/** Loads the menu of an order, and antd's Dropdown with it. */
export const loadOrderMenu = async () => (await import('./OpenOrderMenu.tsx')).OpenOrderMenu
