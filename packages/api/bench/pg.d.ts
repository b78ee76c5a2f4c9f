/** The used part of the driver, which has no types of its own. */
declare module 'pg' {
  export class Pool {
    constructor(options: { connectionString: string; max: number })
    query<Row>(text: string, values: readonly unknown[]): Promise<{ rows: Row[] }>
    end(): Promise<void>
  }
}
