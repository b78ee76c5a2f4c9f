/** A storage, whose keys are its own properties as in a browser. */
export function newStorage(): Storage {
  return Object.create({
    getItem(key: string) {
      return Object.getOwnPropertyDescriptor(this, key)?.value ?? null
    },
    setItem(key: string, value: string) {
      Object.assign(this, { [key]: value })
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key)
    },
  })
}
