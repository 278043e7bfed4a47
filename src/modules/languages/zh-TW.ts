import type { Language } from './language.ts'

export const zhTW: Language = {
  conversation: {
    created: '申請已建立：{type}，由{department}負責。',
    approve: '已核准。',
    decline: '未核准。',
    cancel: '已取消。',
    'sales-inquiry': '請協助報價。',
    'department-quote': '報價如下。',
    'sales-forward': '為您報價如下，請您回覆。',
    'customer-response.accepted': '接受報價。',
    'customer-response.rejected': '不接受報價。',
    'customer-response.negotiating': '希望再討論。',
    'sales-confirm': '已與客戶確認。',
    'department-final': '已完成。',
    'next.accepted': '客戶已接受報價；下一步：業務向部門確認。',
    'next.rejected': '客戶不接受報價；下一步：業務確認取消，或重新詢價。',
    'next.negotiating': '客戶希望再討論；下一步：業務重新詢價，或提供新的報價。',
    delivered: '{type} 已為您完成。',
    'booking-cancelled': '訂單已取消，申請一併取消。',
    'deadline-soon': '客戶回覆期限將於 24 小時內到期，請提醒客戶。',
    'deadline-passed': '客戶回覆期限已過，請聯絡客戶或重新提供報價。',
  },
}
