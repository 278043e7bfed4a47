import type { Say } from '../../../kit/words.ts'

/** The days until the departure as a fact, also of a trip that has left. */
export const untilDeparture = (say: Say, days: number): [name: string, value: string] => {
  const count = Math.abs(days)
  const en = count === 1 ? '1 day' : `${count} days`
  if (days < 0) return [say('已出發', 'Departed'), say(`${count} 天前`, `${en} ago`)]
  return [say('距出發', 'Until departure'), days === 0 ? say('今天出發', 'departs today') : say(`${count} 天`, en)]
}
