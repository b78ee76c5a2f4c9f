/** The placeholders of the texts of pages. The long ones keep what pages say in step with how the shop works. */
export const pagePlaceholders = {
  shopName: 'The name of the shop',
  tradingName: 'The trading name',
  tradingAddress: 'The address of the business',
  supportEmail: 'The support email',
  price: 'The price of the service',
  duration: 'How long recording takes, to end a sentence',
  recording: 'How works are recorded and how long that takes, a sentence',
  secondRecord: 'The second record, a sentence; nothing if there is none',
  received: 'What customers receive, several sentences',
  whatIsPublic: 'What becomes public and what doesn’t, several sentences',
  refundRule: 'The rule on cancellation and refunds, two sentences',
  laterStart: 'When recording starts without a request, a sentence',
  fileRetention: 'How long files are kept, a sentence',
  unpaidFileHours: 'How long files of unpaid orders are kept, in hours',
  replyTime: 'How soon support replies, a sentence',
  visitCounting: 'How visits are counted, several sentences',
} as const
