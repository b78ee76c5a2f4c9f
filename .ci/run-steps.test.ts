import { describe, expect, test } from 'vitest'
import { runProgram, runSteps, type Step } from './run-steps.ts'

const step = (name: string, rest: Partial<Step> = {}): Step => ({ name, command: [name], cores: 1, ...rest })

/** Runs steps that end on request, and records the order of events. */
function controlledSteps(steps: Step[], cores = 2) {
  const events: string[] = []
  const ends = new Map<string, (code: number) => void>()
  const done = runSteps(steps, {
    cores,
    run: ({ name }) => {
      events.push(`start ${name}`)
      return new Promise((resolve) => ends.set(name, (code) => resolve({ code, output: '' })))
    },
    onEnd: ({ name }, { code }) => events.push(`end ${name} ${code}`),
  })
  return {
    events,
    done,
    async end(name: string, code = 0) {
      ends.get(name)?.(code)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('runSteps', () => {
  test('runs steps in parallel while cores are free, in the given order', async () => {
    const run = controlledSteps([step('a'), step('b', { cores: 2 }), step('c')])
    expect(run.events).toEqual(['start a', 'start c'])
    await run.end('a')
    expect(run.events.at(-1)).toBe('end a 0')
    await run.end('c')
    expect(run.events.at(-1)).toBe('start b')
    await run.end('b')
    await run.done
  })

  test('runs a step that needs more cores than there are without others', async () => {
    const run = controlledSteps([step('big', { cores: 8 }), step('small')])
    expect(run.events).toEqual(['start big'])
    await run.end('big')
    await run.end('small')
    await run.done
  })

  test('waits for the steps that a step needs', async () => {
    const run = controlledSteps([step('test', { needs: ['build'] }), step('build')])
    expect(run.events).toEqual(['start build'])
    await run.end('build')
    await run.end('test')
    await run.done
    expect(run.events).toEqual(['start build', 'end build 0', 'start test', 'end test 0'])
  })

  test('does not run steps that directly or indirectly need a failed one', async () => {
    const steps = [step('build'), step('test', { needs: ['build'] }), step('report', { needs: ['test'] })]
    const run = controlledSteps(steps)
    await run.end('build', 1)
    await run.done
    expect(run.events).toEqual(['start build', 'end build 1', 'end test null', 'end report null'])
  })

  test('reports steps that wait for each other', async () => {
    const run = controlledSteps([step('a', { needs: ['b'] }), step('b', { needs: ['a'] })])
    await expect(run.done).rejects.toThrow('wait for each other: a,b')
  })
})

describe('runProgram', () => {
  test('resolves with the exit code and the output of both streams', async () => {
    const script = 'process.stdout.write("out "); process.stderr.write("err"); process.exit(3)'
    const { code, output } = await runProgram(step('x', { command: ['node', '-e', script] }), false)
    expect(code).toBe(3)
    expect(output.split(' ').toSorted()).toEqual(['err', 'out'].toSorted())
  })

  test('ends with 1 and names a program that does not exist', async () => {
    const { code, output } = await runProgram(step('x', { command: ['no-such-program'] }), false)
    expect(code).toBe(1)
    expect(output).toContain('no-such-program')
  })
})
