import type { Words } from '../../kit/words.ts'

/** What is checked, by the name that `guidon doctor` prints. */
export const aboutWords: Record<string, Words> = {
  writes: ['寫入安全', 'Safe writes'],
  fsync: ['寫入安全', 'Safe writes'],
  full_page_writes: ['整頁寫入', 'Full page writes'],
  synchronous_commit: ['同步寫入', 'Synchronous commits'],
  data_checksums: ['磁碟損壞偵測', 'Checksums'],
  replication: ['備援資料庫', 'Replication'],
  session: ['資料庫連線', 'Connections'],
  search: ['中文搜尋', 'Chinese search'],
  tuning: ['資料庫效能', 'Tuning'],
  clock: ['時鐘', 'Clock'],
  'master key': ['主金鑰', 'Master key'],
  disk: ['磁碟空間', 'Disk space'],
  files: ['檔案', 'Files'],
  mail: ['郵件伺服器', 'Mail server'],
  jobs: ['背景工作', 'Jobs'],
  notices: ['待寄通知', 'Notifications to be mailed'],
  retention: ['刪除逾期資料', 'Deletion of expired data'],
  webhooks: ['Webhook', 'Webhooks'],
  backup: ['備份', 'Backup'],
  administrators: ['管理員', 'Administrators'],
  'second factor': ['兩步驟驗證', 'Two-step verification'],
}
