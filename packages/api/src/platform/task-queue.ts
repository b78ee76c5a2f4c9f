/**
 * Creates a queue that runs one task at a time, in the order of the calls. A task that fails does not stop the next one.
 * @returns a function that adds a task, and resolves to its result
 */
export function createTaskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const result = last.then(task)
    last = result.catch(() => undefined)
    return result
  }
}
