import type { JobName } from '../kit/jobs/jobs.ts'
import type { Words } from '../kit/words/words.ts'

/** What each job does, for people who look after the installation. */
// biome-ignore format: a table is read in rows.
export const jobWords: Record<JobName, Words> = {
  'addon-requests.deadlines':  ['提醒快到期的報價', 'Remind of offers that wait for an answer'],
  'addon-requests.offer':      ['寄出加購報價', 'Mail offers of add-ons'],
  'auth.invitation':           ['寄出帳號邀請', 'Mail invitations to accounts'],
  'auth.password-reset':       ['寄出重設密碼信', 'Mail password resets'],
  'auth.second-factor':        ['告知兩步驟驗證的變更', 'Mail changes of second factors'],
  'auth.sign-in':              ['寄出登入連結', 'Mail sign-in links'],
  'bookings.cancelled':       ['告知訂單取消', 'Tell of cancelled bookings'],
  'bookings.contact-change':   ['寄送更改聯絡信箱的連結', 'Mail links that change the address of a booking'],
  'bookings.contact-changed':  ['告知前任聯絡人', 'Notify former contacts of bookings'],
  'bookings.holds':            ['處理到期的保留與候補', 'Process expired holds and waitlist offers'],
  'bookings.mail':             ['寄出訂單信件與文件', 'Mail bookings with their papers'],
  'bookings.payment':          ['通知收款與退款', 'Notify of payments and refunds'],
  'bookings.publications':    ['保存公開的行程內容', 'Store what visitors read of trips'],
  'bookings.refunds':          ['通知應退款項', 'Notify finance of refunds due'],
  'files.remove':              ['刪除不再使用的檔案', 'Delete files that are no longer used'],
  'files.sweep':               ['清查遺留的檔案', 'Find leftover files'],
  'imports.run':               ['匯入與復原檔案', 'Import files, and undo imports'],
  'notifications.send':        ['寄出通知信', 'Mail notices'],
  'packages.picture':          ['製作圖片的各種尺寸', 'Make the sizes of pictures'],
  'papers.partner':            ['寄出飯店、地接與保險文件', 'Mail papers to hotels, operators and insurers'],
  'planned-trips.deadlines':   ['提醒出團期限', 'Remind of deadlines of trips'],
  'planned-trips.news':       ['通知團的異動', 'Tell changes of trips'],
  'retention':                 ['刪除逾期資料', 'Delete expired rows'],
  'seminars.guest':            ['寄信給說明會來賓', 'Mail guests of seminars'],
  'tour-leaders.papers':       ['提醒領隊證件與文件到期', 'Remind of expiring documents of leaders'],
  'traveler-documents.keep':   ['刪除過期的證件影本', 'Delete pictures of expired documents'],
  'travelers.address':         ['請旅客確認信箱', 'Ask travelers to confirm an address'],
  'travelers.look':            ['檢查旅客資料', 'Check the data of travelers'],
  'travelers.look-ahead':      ['檢查即將出發的旅客', 'Check travelers who depart soon'],
  'webhooks.deliver':          ['送出 webhook', 'Deliver webhook messages'],
  'work.mail':                 ['寄出今日待辦', "Mail the day's work"],
  'work.morning':              ['準備今日待辦信', "Prepare the mails of the day's work"],
}
