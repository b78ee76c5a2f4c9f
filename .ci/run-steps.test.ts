import { describe, expect, test } from 'vitest'
import { runProgram, runSteps, type Step } from './run-steps.ts'

const step = (name: string, rest: Partial<Step> = {}): Step => ({ name, command: [name], cores: 1, ...rest })

/** Runs steps that end when the test says so, and records what happened in which order. */
function controlled(steps: Step[], cores = 2) {
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
  test('runs steps side by side while they fit the cores, in the given order', async () => {
    const run = controlled([step('a'), step('b', { cores: 2 }), step('c')])
    expect(run.events).toEqual(['start a', 'start c'])
    await run.end('a')
    expect(run.events.at(-1)).toBe('end a 0')
    await run.end('c')
    expect(run.events.at(-1)).toBe('start b')
    await run.end('b')
    await run.done
  })

  test('runs a step that wants more cores than there are, alone', async () => {
    const run = controlled([step('big', { cores: 8 }), step('small')])
    expect(run.events).toEqual(['start big'])
    await run.end('big')
    await run.end('small')
    await run.done
  })

  test('waits for the steps that a step needs', async () => {
    const run = controlled([step('test', { needs: ['build'] }), step('build')])
    expect(run.events).toEqual(['start build'])
    await run.end('build')
    await run.end('test')
    await run.done
    expect(run.events).toEqual(['start build', 'end build 0', 'start test', 'end test 0'])
  })

  test('does not run what needs a failed step, nor what needs that', async () => {
    const steps = [step('build'), step('test', { needs: ['build'] }), step('report', { needs: ['test'] })]
    const run = controlled(steps)
    await run.end('build', 1)
    await run.done
    expect(run.events).toEqual(['start build', 'end build 1', 'end test null', 'end report null'])
  })

  test('says which steps wait for each other', async () => {
    const run = controlled([step('a', { needs: ['b'] }), step('b', { needs: ['a'] })])
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

  test('fails when there is no such program', async () => {
    const { code, output } = await runProgram(step('x', { command: ['no-such-program'] }), false)
    expect(code).toBe(1)
    expect(output).toContain('no-such-program')
  })
})
