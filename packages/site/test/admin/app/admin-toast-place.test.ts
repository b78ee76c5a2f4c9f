import { expect, test } from 'vitest'
import { chooseToastPlace, type Box } from '../../../src/admin/app/toast-place.ts'

const window = { width: 1_000, height: 800 }
const toast = { width: 400, height: 100 }
const at = (left: number, top: number): Box => ({ left, top, right: left + 40, bottom: top + 40 })
const topRight = { left: 600, top: 0 }
const bottomRight = { left: 600, top: 700 }
const placed = (...controls: Box[]) => chooseToastPlace({ toast, window, controls })

test('a toast stays in its usual place if that covers nothing', () => {
  expect(placed()).toEqual(topRight)
  expect(placed(at(100, 0), at(900, 400)), 'controls elsewhere').toEqual(topRight)
  expect(placed(at(560, 0), at(900, 100)), 'controls that only touch it').toEqual(topRight)
})

test('a toast moves to the first place that covers no control', () => {
  expect(placed(at(900, 10))).toEqual(bottomRight)
  expect(placed(at(900, 10), at(990, 790))).toEqual({ left: 0, top: 700 })
  expect(placed(at(900, 10), at(900, 750), at(0, 750))).toEqual({ left: 300, top: 700 })
})

test('a toast that covers a control in every place moves between two rows of controls', () => {
  const rows = [0, 160, 320, 480, 640, 760].flatMap((top) => [0, 480, 950].map((left) => at(left, top)))
  expect(placed(...rows)).toEqual({ left: 600, top: 40 })
  expect(placed(...rows, at(800, 60)), 'not where the first gap has a control').toEqual({
    left: 600,
    top: 200,
  })
})

test('a toast covers as few controls as possible if every height has some', () => {
  const dense = Array.from({ length: 20 }, (_, n) =>
    [0, 200, 320, 480, 700, 950].map((left) => at(left, n * 40)),
  ).flat()
  const gap = dense.filter(({ left, top }) => !(left === 700 && top >= 280 && top < 440))
  expect(placed(...gap)).toEqual({ left: 600, top: 280 })
})

test('a toast stays within a window that became smaller', () => {
  const small = { width: 600, height: 400 }
  expect(chooseToastPlace({ toast, window: small, controls: [], current: bottomRight })).toEqual({
    left: 200,
    top: 300,
  })
})

test('a toast that covers nothing stays where it is, and leaves when a control comes', () => {
  const again = (...controls: Box[]) => chooseToastPlace({ toast, window, controls, current: bottomRight })
  expect(again()).toEqual(bottomRight)
  expect(again(at(900, 750))).toEqual(topRight)
})
