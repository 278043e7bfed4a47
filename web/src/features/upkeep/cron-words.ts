import type { Words } from '../../kit/words.ts'

const clock = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`

/** When a job runs, such as 每天 09:00; an unknown schedule is shown as written. */
export const whenWords = (cron: string): Words => {
  const [minute = '', hour = '', day, month, weekday] = cron.split(' ')
  const isPlain = day === '*' && month === '*' && (weekday === '*' || weekday === '1-5')
  if (!isPlain) return [cron, cron]
  const [, every] = /^\*\/(\d+)$/.exec(minute) ?? []
  if (hour === '*' && minute === '*') return ['每分鐘', 'every minute']
  if (hour === '*' && every) return [`每 ${every} 分鐘`, `every ${every} minutes`]
  if (hour === '*') return [`每小時第 ${minute} 分`, `hourly at :${minute.padStart(2, '0')}`]
  const [, first, last] = /^(\d+)-(\d+)$/.exec(hour) ?? []
  if (first && last) {
    const span = `${clock(first, minute)}–${clock(last, minute)}`
    return [`${span} 每小時`, `hourly, ${span}`]
  }
  if (!/^\d+$/.test(hour) || !/^\d+$/.test(minute)) return [cron, cron]
  const at = clock(hour, minute)
  return weekday === '1-5' ? [`平日 ${at}`, `weekdays at ${at}`] : [`每天 ${at}`, `daily at ${at}`]
}
