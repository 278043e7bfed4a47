import { terms } from '../../terms.ts'
import type { Language } from './language.ts'

/** The data of a booking. Lines without a value are left out. */
const account = `

{now}

同一行程的其他出發日：{dates}

訂單編號：{number}
行程：{serial} {trip}，{departure:span:return}
狀態：{status}
保留至：{kept_until:moment}

{lines}
合計：{total}
已付：{paid}

訂金：{deposit}，{deposit_until:moment}前
訂金：{deposit}，{deposit_due:day}前
尾款期限：{balance_due:day}
取消費：{fee}
應退：{refund}
取消原因：{reason}`
const booking = `${account}\n\n看訂單：{link}`
const proving = `${account}\n\n確認信箱：{link}`
const accepting = `${account}\n\n接受名額：{link}`

const calledOff = '很抱歉，此團取消出團，造成您的不便，我們深感歉意。'

const money = `

{serial} {trip}
付款方式：{method:payment_method}
未付餘額：{balance}
尾款期限：{balance_due:day}`

const request = '{serial} {traveler}：{type}'
const extra = `${request}\n{price}\n\n{words}`
const ended = `${request}\n原因：{words}`
const wanted = `{number} {traveler}
姓名：{name}
護照英文姓：{surname_en}
護照英文名：{given_name_en}
旅客類別：{type_before:passenger_type} → {type_after:passenger_type}
床位：{bed_before:bed} → {bed_after:bed}
床型：{bed_type_before:bed_type} → {bed_type_after:bed_type}
同房：{roommates}
訂單總價：{price}`
const party = '{trip} {departure:day} {contact}\n{reason}'
const incident = '{trip}\n發生時間：{happened:moment}'
const leaving =
  '{number} {contact}\n取消的旅客：{travelers}\n原因：{reason}\n申請日：{day:day}\n申請當天的取消費：{fee}'
const payee = `

項目：{purpose:payment_purpose}
金額：{amount}
付款期限：{due:day}
銀行：{bank}（{bank_code}）
戶名：{account_name}
帳號：{account_number}
附言：{reference}

這個帳號只供這筆款項使用，請剛好轉 {exactly}。

線上付款（刷卡或 ATM）：{pay_path}`
const trip = '{serial} {name} {starts:span:ends}'
const briefing = '{serial} {name} 說明會：{hours:hours}'
const days = '{leader}：{type:leave} {starts:span:ends}\n（{note}）'
const handover = '{serial} {name}\n{note}'
const ifNotYou = '若與您無關，請立即更改密碼並通知管理員。'

export const zhTW: Language = {
  name: ['繁體中文', 'Chinese (Taiwan)'],
  addressee: '王小美',
  conversation: {
    created: '申請已建立：{type}，由{department}負責。',
    approve: '已核准。',
    decline: '未核准。',
    cancel: '已取消。',
    'sales-inquiry': '請協助報價。',
    'department-quote': '報價如下。',
    'sales-forward': '為您報價如下，請您回覆。',
    'customer-response.accepted': '接受報價。',
    'customer-response.rejected': '婉拒報價。',
    'customer-response.negotiating': '希望再討論。',
    'sales-confirm': '已與客戶確認。',
    'department-final': '已完成。',
    'department-decline': '無法提供。',
    'department-correct': '已更正金額。',
    'department-undo': '已撤回完成。',
    declined: '很抱歉，無法為您安排：{reason}',
    'next.accepted': '客戶已接受報價；下一步：業務向部門確認。',
    'next.rejected': '客戶婉拒報價；下一步：業務確認取消，或重新詢價。',
    'next.negotiating': '客戶希望再討論；下一步：業務重新詢價，或提供新的報價。',
    delivered: '{type} 已為您完成。',
    'booking-cancelled': '訂單已取消，申請一併取消。',
    'booking-restored': '訂單已恢復，申請一併恢復。',
    'traveler-cancelled': '旅客已取消參團，申請一併取消。',
    recounted: '數量由 {from} 改為 {to}。',
    assigned: '承辦人已變更。',
    'handed-over': '負責業務已變更。',
    reminded: '已提醒客戶回覆，報價再寄一次。',
    'deadline-soon': `客戶回覆期限將於 ${terms.offerReminder.zh}內到期，請提醒客戶。`,
    'deadline-passed': '客戶回覆期限已過，請聯絡客戶或重新提供報價。',
  },

  line: {
    greeting:
      '您好，這裡是{house}。\n\n請打開您的行程頁，按「用 LINE 接收通知」，把代碼傳到這裡；之後航班、集合與付款的通知就會在 LINE 告訴您。\n\n有任何問題，也可以直接在這裡留言。',
    linked: '已連結。之後{house}的通知會在這裡告訴您，您也可以直接在這裡留言。\n\n不想再收到時，請傳「停止」。',
    relinked:
      '已改為連結到這個代碼的訂單或帳號；先前連結的那一位之後不再在這裡收到通知。\n\n不想再收到時，請傳「停止」。',
    unlinked:
      '已解除連結，這裡不再有通知；有留電子郵件的話，之後改寄到您的信箱。\n\n想再使用 LINE，請到您的行程頁取得新的代碼。',
    wrong_code: '這個代碼不正確；請到您的行程頁核對，或取得新的代碼。',
    used_code: '這個代碼已經使用過；若是同行的家人也想接收通知，請到行程頁取得另一個代碼。',
    old_code: `這個代碼已過期（${terms.lineCode.zh}內有效）；請到您的行程頁取得新的代碼。`,
    answered: '謝謝您，我們已收到您的回覆。您的業務會接著處理，有進展時再通知您。',
    too_often: '嘗試的代碼太多；請晚一點再試，或請我們的業務同仁協助。',
    refused_file: '這個檔案我們沒有收下。{why}\n\n也可以在您的行程頁上傳：',
    refused_file_of_stranger: '這個檔案我們沒有收下。{why}\n\n也可以在您的行程頁上傳，或請我們的業務同仁協助。',
  },

  // biome-ignore format: a table is read in rows.
  notices: {
    'addon-request.created': ['{number} 新的申請', extra],
    'addon-request.created/quote': ['{number} 新的申請，請報價', extra],
    'addon-request.created/unapproved': ['{number} 新的申請，待核准', extra],
    'addon-request.created/unapproved-quote': ['{number} 新的申請，待核准後請報價', extra],
    'addon-request.created/approval': ['{number} 申請待核准', extra],
    'addon-request.approve': ['{number} 已核准', extra],
    'addon-request.approve/quote': ['{number} 已核准，請報價', extra],
    'addon-request.decline': ['{number} 未核准', ended],
    'addon-request.cancel': ['{number} 已取消', ended],
    'addon-request.sales-inquiry': ['{number} 業務詢問', extra],
    'addon-request.department-quote': ['{number} 部門已報價', extra],
    'addon-request.sales-forward': ['{number} 您有新的報價', `${extra}\n\n請於 {until:moment} 前回覆。`],
    'addon-request.sales-forward/mail': [
      '{number} 您有新的報價：{type}',
      '{words}\n\n{serial} {trip}\n旅客：{traveler}\n{type} × {quantity}\n\n{label}：{price}\n\n請於 {until:moment} 前回覆。\n\n查看並回覆：{link}',
    ],
    'addon-request.customer-response/accepted': ['{number} 客戶已回覆：已接受', extra],
    'addon-request.customer-response/rejected': ['{number} 客戶已回覆：已婉拒', extra],
    'addon-request.customer-response/negotiating': ['{number} 客戶已回覆：議價中', extra],
    'addon-request.sales-confirm/accepted': ['{number} 業務已確認客戶回覆：已接受', extra],
    'addon-request.sales-confirm/rejected': ['{number} 業務已確認客戶回覆：已婉拒', extra],
    'addon-request.sales-confirm/negotiating': ['{number} 業務已確認客戶回覆：議價中', extra],
    'addon-request.department-final': ['{number} 已完成', extra],
    'addon-request.department-final/customer': ['{number} 已完成：{type}', `${request}\n費用：{price}\n訂單總價：{total}`],
    'addon-request.department-decline': ['{number} 部門無法提供', ended],
    'addon-request.department-correct': ['{number} 已更正金額', extra],
    'addon-request.department-correct/customer': ['{number} 已更正金額：{type}', `${request}\n更正後的費用：{price}\n訂單總價：{total}\n原因：{words}`],
    'addon-request.department-undo': ['{number} 已撤回完成', ended],
    'addon-request.department-undo/customer': ['{number} 已撤回完成：{type}', `${ended}\n訂單總價：{total}\n\n這項加購恢復處理中，暫不收費。`],
    'addon-request.restored': ['{number} 隨訂單恢復', extra],
    'addon-request.recounted': ['{number} 數量變更', extra],
    'addon-request.assigned': ['{number} 由您承辦', extra],
    'addon-request.handed-over': ['{number} 由您負責', extra],
    'addon-request.message': ['{number} 新的訊息', extra],
    'addon-request.deadline-soon': [`{number} 客戶回覆期限將於 ${terms.offerReminder.zh}內到期`, `${request}\n\n請提醒客戶。`],
    'addon-request.deadline-passed': ['{number} 客戶回覆期限已過', `${request}\n\n請聯絡客戶或重新提供報價。`],

    'booking.register/sales': ['{number} 新的報名', party],
    'booking.confirm-contact/sales': ['{number} 聯絡人已確認', party],
    'booking.offer/sales': ['{number} 候補遞補，待客戶接受', party],
    'booking.call_up/sales': ['{number} 候補輪到，待客戶確認信箱', party],
    'booking.accept/sales': ['{number} 客戶接受遞補', party],
    'booking.decline/sales': ['{number} 客戶放棄名額', party],
    'booking.cancel/sales': ['{number} 訂單取消', party],
    'booking.restore/sales': ['{number} 訂單已恢復', party],
    'booking.expire/sales': ['{number} 保留逾期', party],
    'booking.transfer/sales': ['{number} 訂單轉團', party],
    'booking.register': ['{number} 我們已收到您的報名', `感謝您的報名，以下是您的訂單。${booking}`],
    'booking.register/unproved': [
      '{number} 請確認您的信箱，完成報名',
      `有人以這個信箱報名以下行程。若是您，請在期限內開啟連結並確認，名額才會為您保留；若不是，請不必理會。${proving}`,
    ],
    'booking.register/waitlisted': [
      '{number} 您在候補名單上',
      `感謝您的報名。此團目前沒有足夠的名額，您在候補名單上；有名額時會立即通知您，在此之前不必付款。以下是您的訂單。${booking}`,
    ],
    'booking.register/waitlisted-unproved': [
      '{number} 請確認您的信箱，完成候補登記',
      `有人以這個信箱候補以下行程。若是您，請開啟連結並確認，有名額時我們才能通知您；候補中不必付款。若不是，請不必理會。${proving}`,
    ],
    'booking.confirm-contact': ['{number} 報名已確認，名額為您保留', `感謝您的確認，以下是您的訂單。${booking}`],
    'booking.confirm-contact/waitlisted': [
      '{number} 信箱已確認，您在候補名單上',
      `感謝您的確認。此團目前沒有足夠的名額，有名額時會立即通知您；在此之前不必付款。以下是您的訂單。${booking}`,
    ],
    'booking.offer': ['{number} 候補名額釋出，請於期限內接受', `您候補的行程有名額了。請在期限前接受，逾時將讓給下一位。${accepting}`],
    'booking.call_up': [
      `{number} 候補輪到您了，請在 ${terms.mailboxConfirmed.zh}內確認信箱`,
      `您候補的行程有名額了，我們為您保留至下列時間。若是您報名的，請在期限前開啟連結並確認信箱，名額才會給您，逾時將讓給下一位；若不是，請不必理會。${proving}`,
    ],
    'booking.accept': ['{number} 您已接受候補名額', `名額已為您保留，請於期限前繳交訂金。${booking}`],
    'booking.confirm': ['{number} 您的訂單已確認', `您的訂單已確認，期待與您同行。${booking}`],
    'booking.cancel': ['{number} 您的訂單已取消', `您的訂單已取消。${booking}`],
    'booking.restore': ['{number} 您的訂單已恢復', `我們已恢復您的訂單，先前的取消不再有效；旅客、房間、加購與已付款項都和原來一樣。${booking}`],
    'booking.call_off': ['{number} 行程取消通知', `${calledOff}${booking}`],
    'booking.call_off/costs': ['{number} 行程取消通知', `${calledOff}\n\n您已付的款項須扣除下列已發生的費用。${booking}`],
    'booking.cancel-traveler': ['{number} 訂單中的一位旅客已取消', `訂單中的一位旅客已取消，其他旅客的行程不變。以下是您的訂單。${booking}`],
    'booking.restore-traveler': ['{number} 一位旅客恢復參團', `先前取消的一位旅客恢復參團，該筆取消不再有效。以下是您的訂單。${booking}`],
    'booking.receipt/unproved': [
      '{number} 請確認這個信箱',
      `訂單 {number} 的聯絡信箱改為這個地址。請開啟連結並確認，之後的通知才會寄到這裡；您的名額與付款不受影響。若這不是您的訂單，請不要確認，並與我們聯絡。${proving}`,
    ],
    'booking.receipt': ['{number} 您的訂單', `以下是您目前的訂單。${booking}`],
    'booking.link': [
      '{number} 您的訂單連結',
      `有人在我們的網站要求再寄一次這筆訂單的連結；若不是您，請不必理會。${booking}`,
    ],
    'booking.link-asked': [
      '{serial} {contact} 找不到訂單連結',
      '{number}\n\n客戶在網站上要求再寄訂單連結，但這筆訂單沒有電子郵件。請致電客戶，或以其他方式傳送「客戶連結」。',
    ],
    'booking.traveler-cancelled': ['{number} 一位旅客已取消', party],
    'booking.traveler-restored': ['{number} 一位旅客恢復參團', party],
    'booking.expire': ['{number} 名額保留已逾期', `保留期限已過，名額已釋出。若仍想參加，請與我們聯絡。${booking}`],
    'booking.reinstate': ['{number} 您的名額已恢復保留', `您的名額已恢復保留，請於期限前繳交訂金。${booking}`],
    'booking.transfer': [
      '{number} 您的訂單已轉至其他團',
      `您的訂單已轉至另一個行程。\n\n原行程：{left_serial} {left_trip}，{left_departure:span:left_return}\n新行程：{serial} {trip}，{departure:span:return}\n團費：{fare_before} → {fare_after}（差額 {difference}）\n團費不變：{fare_same}${booking}`,
    ],
    'booking.contact-changed': [
      '{number} 聯絡信箱已變更',
      `這筆訂單的聯絡信箱已改為另一個地址，之後的通知將寄到新的信箱。若這不是您的要求，請立即與我們聯絡。\n\n${terms.contactLink.spelled.zh}內也可以自己恢復原來的信箱：{link}`,
    ],
    'booking.contact-asked': [
      '{number} 請確認新的聯絡信箱',
      `訂單 {number} 的客戶希望之後的通知寄到這個信箱。請在${terms.contactLink.spelled.zh}內開啟連結並確認；確認之前，通知仍寄到原來的信箱。若這不是您的訂單，請不必理會。\n\n確認信箱：{link}`,
    ],

    'planned-trip.open': ['{serial} 開放報名', trip],
    'planned-trip.open/back': ['{serial} 恢復開放報名', trip],
    'payment-request.asked': ['{number} 請於 {due:day}前付款 {amount}', `請以下列方式付款；轉帳後，可以在訂單頁告訴我們。${payee}

這取代先前的通知：先前請您付的 {before} 不必再付。

{serial} {trip}`],
    'payment-reminder.due': ['{number} 提醒：請於 {due:day}前付款 {amount}', `這筆訂單還有 {amount} 待付，請於期限前以下列方式付款。若您已經付款，不必理會這則提醒，也可以在訂單頁告訴我們。${payee}

{serial} {trip}`],
    'payment-reminder.due/late': ['{number} 提醒：尚未收到 {amount}', `這筆款項的期限是 {due:day}，我們還沒有收到。請以下列方式付款；若您已經付款，請在訂單頁告訴我們，有任何問題也請與我們聯絡。${payee}

{serial} {trip}`],
    'payment-request.cancelled': ['{number} {amount} 不必再付', '先前請您支付的 {amount} 不必再付；若您已經付款，請與我們聯絡。\n\n{serial} {trip}'],
    'payment.received': ['{number} 已收到您的款項 {amount}', `謝謝您，我們已於 {day:day}收到您的款項。${money}`],
    'payment.received/sales': ['{number} 收款 {amount}', `{day:day}${money}`],
    'payment.refunded': ['{number} 已退款 {amount}', `我們已於 {day:day}退還您的款項；入帳時間依銀行作業而定。${money}`],
    'payment.refunded/sales': ['{number} 退款 {amount}', `{day:day}${money}`],
    'room-supplement.single': ['{number} 加收單人房差 {amount}', '{serial} 分房後 {traveler} 一人一室，訂單已加收單人房差。'],
    'room-supplement.shared': ['{number} 取消單人房差 {amount}', '{serial} 分房後 {traveler} 與人同房，訂單已減收單人房差。'],
    'room-supplement.single/kept': ['{number} 一人一室未收單人房差', '{serial} 分房後 {traveler} 一人一室，OP 選擇維持原價，未收單人房差 {amount}。'],
    'room-supplement.shared/kept': ['{number} 與人同房仍收單人房差', '{serial} 分房後 {traveler} 與人同房，OP 選擇維持原價，仍收單人房差 {amount}。'],
    'paper.mailed': ['{number} {paper:booking_paper}', '附上這筆訂單的{paper:booking_paper}。\n\n{serial} {trip}\n\n{words}'],
    'paper.rooming_list': ['{serial} 分房表', '附上分房表，請確認房數與房型後回信。\n\n{serial} {trip}\n飯店：{hotel}\n\n{words}'],
    'paper.land_order': ['{serial} 地接訂單', '附上地接訂單，請確認後回信。\n\n{serial} {trip}\n\n{words}'],
    'paper.insurance_list': ['{serial} 投保名冊', '附上投保名冊，請於承保後回信。名冊含個人資料，用畢請銷毀。\n\n{serial} {trip}\n\n{words}'],
    'refund.due': ['{number} 應退款 {amount}', '{serial} {trip}\n訂單聯絡人：{contact}\n原因：{cause:refund_cause}\n\n請到財務的「應退款項」辦理退款。'],
    'payment.voided': ['{number} 更正：{amount} 的紀錄已作廢', `先前通知您的 {day:day}這筆款項登記有誤，現已作廢。若有疑問，請與我們聯絡。${money}`],
    'payment.voided/sales': ['{number} 作廢 {amount}', `{day:day}\n原因：{reason}${money}`],

    'planned-trip.guaranteed': ['{serial} 確定出團', trip],
    'planned-trip.guaranteed/booked': ['{serial} 您的行程確定出團', `${trip}\n\n您報名的行程確定出團，期待與您同行。`],
    'planned-trip.closed': ['{serial} 關團', trip],
    'planned-trip.closed/back': ['{serial} 更正：尚未出發', trip],
    'planned-trip.departed': ['{serial} 已出發', trip],
    'planned-trip.departed/back': ['{serial} 更正：尚未返國', trip],
    'planned-trip.returned': ['{serial} 已返國', trip],
    'planned-trip.returned/back': ['{serial} 更正：尚未結團', trip],
    'planned-trip.settled': ['{serial} 已結團', trip],
    'planned-trip.cancelled': ['{serial} 取消出團', trip],
    'planned-trip.cancelled/briefing': ['{serial} 取消出團', briefing],
    'planned-trip.moved': ['{serial} 出團日期異動', '{serial} {name} {from:span} → {to:span}'],
    'planned-trip.moved/booked': ['{serial} 您的行程改期', '很抱歉，您報名的行程改期：\n\n{name}\n原出發日：{from:day}\n新日期：{to:span:ends}\n\n若新的日期不便，請與我們聯絡。'],
    'planned-trip.moved/briefing': ['{serial} 出團日期異動', briefing],
    'trip-assembly.changed': ['{serial} 集合時間與地點', '{name}\n\n集合時間：{time:moment}\n集合地點：{place}\n聯絡：{contact}'],
    'trip-news': ['{serial} 異動：{topics}', '{serial} {name}\n\n{changes}'],
    'trip-news/booked': ['{serial} 行程通知：{topics}', '{name}\n\n您的行程有以下通知（當地時間）：\n{changes}\n\n若有疑問或不便，請與我們聯絡。'],
    'trip-feedback.asked': ['{trip} 玩得還好嗎？', '謝謝您與我們同行。五個問題，很快就能回答，讓下一團更好：\n{number} {trip}'],
    'trip-feedback.answered': ['{serial} {contact} 回答了旅後問卷', '{number} {contact}\n整趟旅程：{trip_score}\n領隊：{leader_score}\n住宿：{hotels_score}\n餐食：{meals_score}\n會再參加：{again_score}\n\n{remarks}'],
    'trip-message': ['{serial} {title}', '{words}'],
    'trip-leader.assigned': ['您已被指派帶團', trip],
    'trip-leader.assigned-released': ['您不再帶領此團', trip],
    'trip-leader.briefing': ['您已被指派主講說明會', briefing],
    'trip-leader.briefing-released': ['您不再主講此說明會', briefing],
    'trip-leader.briefing-moved': ['說明會時間異動', briefing],
    'trip-leader.named': ['{serial} 領隊：{leader}', trip],
    'trip-leader.named/booked': ['{serial} 您的領隊', '{name}\n\n您的行程由 {leader} 帶隊。'],
    'trip-leader.released/assigned': ['{serial} 領隊已卸下，待改派', '{serial} {name} {starts:day}'],
    'trip-leader.released/briefing': ['{serial} 主講領隊已卸下，待改派', '{serial} {name} {starts:day}'],
    'trip-handover.pending': ['{serial} {kind:handover}：待接手', handover],
    'trip-handover.accepted': ['{serial} {kind:handover}：已接手', handover],
    'trip-handover.returned': ['{serial} {kind:handover}：已退回', handover],
    'trip-deadline.soon': ['{serial} 期限將至：{label}', '{label}：{due:day}'],
    'trip-deadline.overdue': ['{serial} 期限已過：{label}', '{label}：{due:day}'],
    'trip-flights.retimed': ['{serial} 航班異動', '{changes}'],
    'trip-flights.retimed/booked': ['{serial} 您的航班有異動', '{name}\n\n您的航班有以下異動（當地時間）：\n{changes}\n\n造成不便，敬請見諒。'],

    'departure-notice.sent': ['{serial} 行前通知書', '{name}\n\n這是您的行前通知書：集合、航班、飯店、領隊與出發前的注意事項。在郵件的附件，也在您的訂單頁。請詳閱，若有疑問請與我們聯絡。'],
    'departure-notice.sent/changed': ['{serial} 行前通知書已更新', '{name}\n\n行前通知書已更新：{changed:notice_part}。請以新的這一份為準：在郵件的附件，也在您的訂單頁。'],

    'leader-unavailability.requested': ['請假待核准', days],
    'leader-unavailability.entered': ['已登錄請假', days],
    'leader-unavailability.approve': ['請假已核准', days],
    'leader-unavailability.decline': ['請假未核准', days],
    'leader-unavailability.cancel': ['請假已取消', days],
    'tour-leader.papers': ['證件將於回程前到期', '{leader}：{kind:leader_file}{detail} 於 {expires:date} 到期；{serial} 於 {return:day}回程。'],

    'seminar.leader-named': ['您已被指派主講說明會', '{title}'],
    'seminar-session.moved': ['說明會時間或地點變更：{title}', '{title} · {time:moment}\n{venue}'],
    'seminar-session.cancelled': ['說明會場次取消：{title}', '{title} · {time:moment}\n{venue}'],
    'seminar-session.invited': ['邀請您參加說明會：{title}', '{title} · {time:moment}\n{venue}\n\n請讓我們知道您是否參加。'],
    'seminar-guest.invited': ['邀請您參加：{title}', '誠摯邀請您參加：\n\n{title}\n{place}\n\n請由此回覆是否參加：{link}'],
    'seminar-guest.joined': ['報名完成：{title}', '已為您保留名額，期待與您見面。\n\n{title}\n{place}\n人數：{people}\n\n不能前來時，請由此取消：{link}'],
    'seminar-guest.moved': ['時間或地點變更：{title}', '您報名的場次有異動，現在是：\n\n{title}\n{place}\n人數：{people}\n\n不能前來時，請由此取消：{link}'],
    'seminar-guest.cancelled': ['場次取消：{title}', '很抱歉，您報名的場次不舉行：\n\n{title}\n{place}'],

    'traveler-document.wanted': ['{serial} 請繳交：{kind:document}', '{number} {traveler}：{kind:document}\n\n請於 {until:day}前繳交。'],
    'traveler-document.received': ['{serial} 已收到：{kind:document}', '{number} {traveler}：{kind:document}'],
    'traveler-document.verified': ['{serial} 已審核：{kind:document}', '{number} {traveler}：{kind:document}'],
    'traveler-document.rejected': ['{serial} 請重新繳交：{kind:document}', '{number} {traveler}：{kind:document}\n原因：{reason}\n\n請於 {until:day}前重新繳交。'],
    'approval.asked': ['{number} 待核准：{kind:approval_kind}', '{asker}為 {contact} 的訂單申請：{kind:approval_kind}\n訂單總價：{price}\n原因：{reason}'],
    'approval.approved': ['{number} 已核准：{kind:approval_kind}', '{decider}已核准 {contact} 的訂單，系統已完成：{kind:approval_kind}\n訂單總價：{price}\n說明：{note}'],
    'approval.declined': ['{number} 未核准：{kind:approval_kind}', '{decider}未核准 {contact} 的訂單：{kind:approval_kind}\n訂單總價：{price}\n說明：{note}'],
    'traveler-request.made': ['{serial} 新的旅客需求：{kind:special_request}', '{number} {traveler}：{kind:special_request}'],
    'traveler-request.confirmed': ['{serial} 旅客需求已確認：{kind:special_request}', '{number} {traveler}：{kind:special_request}'],
    'traveler-request.declined': ['{serial} 旅客需求無法安排：{kind:special_request}', '{number} {traveler}：{kind:special_request}\n\n很抱歉，這項需求無法安排。若有疑問，請與我們聯絡。'],
    'change-request.asked': ['{serial} 客戶申請變更旅客資料', wanted],
    'change-request.accepted': ['{serial} 您的變更申請已核准', `${wanted}\n\n變更已完成。`],
    'change-request.declined': ['{serial} 您的變更申請無法辦理', `${wanted}\n原因：{reason}\n\n旅客資料維持不變；若有疑問，請與我們聯絡。`],
    'cancellation-request.asked': ['{serial} {contact} 申請取消', `${leaving}\n\n請在訂單上取消，或回覆客戶不能取消的原因；取消費依申請當天計算。`],
    'cancellation-request.received': ['{number} 我們已收到您的取消申請', `我們已收到您的申請，業務會盡快為您辦理。取消費依 {day:day}申請當天計算，之後不會因為處理時間而增加。\n\n${leaving}`],
    'cancellation-request.declined': ['{number} 關於您的取消申請', `您的取消申請目前無法辦理，訂單維持不變。\n\n說明：{decline_reason}\n\n${leaving}`],
    'cancellation-request.withdrawn': ['{serial} {contact} 撤回取消申請', `${leaving}\n\n訂單維持不變。`],
    'cash-handover.asked': ['{giver} 交出現金 {amount}，等您點收', '存入帳戶：{account}\n{note}\n\n請點算後按「點收」；金額不符請退回並寫明原因。'],
    'cash-handover.take': ['{taker} 已點收您交出的 {amount}', '存入帳戶：{account}\n{note}'],
    'cash-handover.refuse': ['{taker} 退回您交出的 {amount}', '原因：{reason}\n{note}\n\n這筆現金仍在您手上；請點算後再交出。'],
    'incident.reported': ['{serial} 事故：{kind:incident_kind}（{severity:incident_severity}）', `${incident}\n通報人：{author}\n通報期限：{until:moment}\n您的訂單：{numbers}\n\n經過與後續請在系統上查看。`],
    'incident.updated': ['{serial} 事故有新的進展：{kind:incident_kind}', `${incident}\n記錄人：{author}\n通報期限：{until:moment}\n您的訂單：{numbers}\n\n內容請在系統上查看。`],
    'incident.taken': ['{serial} {author}處理事故：{kind:incident_kind}', `${incident}\n您的訂單：{numbers}`],
    'incident.passed-on': ['{serial} 事故已通報：{kind:incident_kind}', `${incident}\n通報單位：{reported_to}\n您的訂單：{numbers}`],
    'incident.closed': ['{serial} 事故已結案：{kind:incident_kind}', `${incident}\n結案人：{author}\n您的訂單：{numbers}\n\n處理結果請在系統上查看。`],
    'trip-expense.questioned': ['{serial} 支出 {amount} 請說明', '{day:day} {description}\n{decider}：{reason}\n\n請在手機或系統上補充後更正，會再送核准。'],
    'trip-expense.refused': ['{serial} 支出 {amount} 已退回', '{day:day} {description}\n{decider}：{reason}\n\n這筆不會列入團成本；如有疑問請洽 OP。'],
    'cheque.bounced': ['{number} 支票 {amount} 退票', '{contact}\n支票 {cheque}，{bank}\n原因：{reason}\n\n這筆款項重新列為應收，請聯絡客戶。'],
    'payment-report.reported': ['{number} {contact} 回報已付款 {amount}', '{serial} {trip}\n匯款日：{day:day}\n\n請查帳後登錄，或回覆客戶為什麼查不到。'],
    'refund-order.asked': ['{number} 待核准退款 {amount}', '{asker}為 {contact} 的訂單開了退款單。\n收款人：{payee}\n\n請核對收款人與金額後核准，或說明原因退回。'],
    'refund-order.approved': ['{number} 退款 {amount} 已核准', '{approver}已核准 {contact} 的退款。\n收款人：{payee}\n\n請付款後登錄。'],
    'refund-order.refused': ['{number} 退款 {amount} 已退回', '{refuser}退回了 {contact} 的退款單。\n收款人：{payee}\n原因：{reason}'],
    'payment-report.refused': ['{number} 您回報的付款 {amount} 還沒有確認', '我們在帳上沒有找到您回報的這筆款項，所以還沒有計入；請查明後再回報一次，或與我們聯絡。\n\n說明：{reason}\n\n{serial} {trip}\n匯款日：{day:day}'],
    'enquiry.asked': ['{number} 新的洽詢：{person}', '管道：{source:enquiry_source}\n團號：{serial}\n{wish}\n\n下次聯絡日：{day:day}'],
    'enquiry.handed-over': ['{number} 洽詢交給您：{person}', '管道：{source:enquiry_source}\n團號：{serial}\n{wish}\n\n下次聯絡日：{day:day}'],
    'booking.handed-over': ['{number} 訂單交給您：{contact}', '{serial} {trip}\n出發日：{departure:day}\n\n{words}'],
    'booking-message.asked': ['{serial} {contact} 的訊息', '{number}\n\n{text}'],
    'booking-message.answered': ['{serial} 您的業務回覆了您', '{number}\n\n{text}'],
    'traveler.completed': ['{serial} 客戶更新旅客資料', `${wanted}\n{fields:traveler_field}`],
    'traveler.address': [
      '{serial} 請確認這是您的信箱',
      '您的同行者為您登記了以下行程，並留下這個信箱。若是您，請開啟連結並確認，之後集合、航班與文件的通知會寄給您；若不是，請不必理會。\n\n{serial} {name}\n{starts:span:ends}\n\n確認信箱：{link}',
    ],
    'traveler.called-off': ['{serial} 行程取消通知', '{name}\n\n很抱歉，您參加的行程取消出團。退款由我們與訂單的聯絡人聯繫。'],
    'traveler.restored': ['{serial} 您的參團已恢復', '{name}\n\n先前的取消不再有效，您仍照原訂參加此團。若有疑問，請與訂單的聯絡人或我們聯絡。'],
    'traveler.cancelled': ['{serial} 您的參團已取消', '{name}\n\n您的參團已取消。若這不是您的意思，請與訂單的聯絡人或我們聯絡。'],
    'travelers.missing': ['{serial} 旅客資料尚未備妥', '{number}\n{serial} {trip}，{departure:day}出發\n\n{missing}\n\n請於 {until:day}前補齊。\n請儘快補齊，{soon:day}即將出發。'],

    'line.limited': ['LINE 本月推播已達上限', '本月已推播 {count} 則，達到設定或 LINE 方案的上限；之後的通知改以電子郵件寄出，到下個月為止。\n\n若要繼續推播，請到 LINE 後台升級方案，並提高設定裡的每月推播上限。'],
    'line.assigned': ['請回覆一則 LINE 對話', '{name}'],
    'line.received': ['LINE 有新訊息', '{name}'],
    'line.linked': ['{number} 又有一個 LINE 連結了這筆訂單', '剛才又有一個 LINE 用連結代碼連結了訂單 {number}，之後也會收到這筆訂單的通知，並可以回覆報價。\n\n若不是您或同行的人，請到訂單頁按「解除連結」，或立刻告訴我們。'],
    'webhook.disabled/gone': ['Webhook「{name}」已停用', '對方表示不再接收。若仍需要，請修正網址後重新啟用，並重送未送達的訊息。'],
    'webhook.disabled/failing': ['Webhook「{name}」已停用', `${terms.webhookRetries.spelled.zh}內沒有任何訊息送達。請檢查對方系統，重新啟用後可重送未送達的訊息。`],

    'work.morning': ['今天有 {count} 件事等您處理', '{lines}\n\n{link}'],
    'work.morning/late': ['今天有 {count} 件事等您處理，其中 {overdue} 件逾期', '{lines}\n\n{link}'],

    'account.invitation': ['歡迎使用 Guidon', `已為您建立帳號，請由此設定密碼：\n\n{link}\n\n${terms.invitationLink.spelled.zh}內有效。`],
    'account.password': ['重設密碼', `請由此設定新密碼：\n\n{link}\n\n${terms.passwordLink.spelled.zh}內有效；若非您本人申請，請忽略本信。`],
    'account.sign-in': ['登入連結', `請由此登入：\n\n{link}\n\n${terms.signInLink.spelled.zh}內有效，只能使用一次。`],
    'second-factor.confirmed': ['已啟用兩步驟驗證', `您的帳號已啟用兩步驟驗證：今後登入除密碼外還需要驗證碼。請將備用碼收在安全的地方。\n\n${ifNotYou}`],
    'second-factor.removed': ['已移除兩步驟驗證', `您的帳號已移除兩步驟驗證：今後登入不再需要驗證碼。\n\n${ifNotYou}`],
    'second-factor.reset': ['管理員已重設您的兩步驟驗證', `管理員已移除您帳號的兩步驟驗證，並登出所有裝置。請重新登入，再設定一次。\n\n${ifNotYou}`],
    'second-factor.recovery_code_used': ['您的帳號以備用碼登入', `您的帳號剛以一組備用碼登入；該組備用碼已失效。\n\n${ifNotYou}`],
  },

  mail: {
    greeting: '{name} 您好：',
    greetingWithoutName: '您好：',
    several: '{title}（另有 {count} 則）',
    left: '另有 {count} 則，請登入查看。',
    link: '{label}：{link}',
    pages: {
      addon_request: '開啟加購申請',
      booking: '開啟訂單',
      planned_trip: '開啟這一團',
      traveler: '開啟旅客資料',
      desk: '開啟待辦',
      own_booking: '看訂單',
      own_bookings: '看我的訂單',
      own_trip: '看我的行程',
    },
    sender: '{house}\n承辦業務：{person}\n電話：{phone}',
    signed: '（本信由系統自動寄出）',
    buttons: {
      'account.invitation': '設定密碼',
      'account.password': '設定新密碼',
      'account.sign-in': '登入',
      'addon-request.approve': '看這項加購',
      'addon-request.cancel': '看這項加購',
      'addon-request.decline': '看這項加購',
      'addon-request.department-correct/customer': '看加購與費用',
      'addon-request.department-final/customer': '看加購與費用',
      'addon-request.department-undo/customer': '看加購與費用',
      'addon-request.message': '看訊息並回覆',
      'addon-request.restored': '看這項加購',
      'booking-message.answered': '看回覆',
      'booking.contact-changed': '恢復原來的信箱',
      'cancellation-request.declined': '看訂單與訊息',
      'cancellation-request.received': '看取消申請',
      'change-request.accepted': '看旅客資料',
      'change-request.declined': '看旅客資料',
      'departure-notice.sent': '看行程與行前通知',
      'departure-notice.sent/changed': '看行程與行前通知',
      'payment-report.refused': '查看並重新回報',
      'payment-reminder.due': '看怎麼付款',
      'payment-reminder.due/late': '看怎麼付款',
      'payment-request.asked': '看怎麼付款',
      'payment-request.cancelled': '看付款紀錄',
      'payment.received': '看付款紀錄',
      'payment.refunded': '看付款紀錄',
      'payment.voided': '看付款紀錄',
      'planned-trip.moved/booked': '看新的日期',
      'seminar-guest.invited': '回覆是否參加',
      'seminar-guest.joined': '取消報名',
      'seminar-guest.moved': '取消報名',
      'traveler-document.rejected': '重新上傳',
      'traveler-document.wanted': '上傳文件',
      'travelers.missing': '補齊旅客資料',
      'trip-assembly.changed': '看集合時間與地點',
      'trip-flights.retimed/booked': '看航班',
      'trip-feedback.asked': '回答問卷',
      'trip-news/booked': '看行程',
      'work.morning': '查看待辦',
      'work.morning/late': '查看待辦',
    },
  },
  comma: '、',
}
