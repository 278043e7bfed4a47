import type { BookingInput, BookingInputRoom } from 'guidon-sdk'
import type { Say, Words } from '../kit/words.ts'
import { chosenIn } from './choices.ts'

export const methodWords: Record<BookingInput['payment_method'], Words> = {
  bankTransfer: ['銀行轉帳', 'Bank transfer'],
  creditCard: ['信用卡', 'Credit card'],
  cash: ['現金', 'Cash'],
}
/** A method is a text: one that is offered no more is shown as it is. */
export const methodIn = (say: Say, method: string) => {
  const known = chosenIn(methodWords, method)
  return known ? say(...methodWords[known]) : method
}
export const purposeWords: Record<BookingInput['travel_purpose'], Words> = {
  family: ['家庭旅遊', 'Family trip'],
  honeymoon: ['蜜月旅行', 'Honeymoon'],
  other: ['其他', 'Other'],
}
export const sourceWords: Record<BookingInput['marketing_source'], Words> = {
  referral: ['親友介紹', 'Referral'],
  lineGroup: ['LINE 群組', 'LINE group'],
  lineAds: ['LINE 廣告', 'LINE ads'],
  socialMedia: ['社群媒體', 'Social media'],
  googleWebsite: ['Google／官方網站', 'Google or our website'],
  other: ['其他', 'Other'],
}
export const bedWords: Record<BookingInputRoom['bed_type'], Words> = {
  twin: ['兩張單人床', 'Twin beds'],
  double: ['一張雙人床', 'Double bed'],
  single: ['單人房', 'Single room'],
  none: ['不指定', 'No preference'],
}
export const genderWords: Record<'female' | 'male' | 'other', Words> = {
  female: ['女', 'Female'],
  male: ['男', 'Male'],
  other: ['其他', 'Other'],
}
