/** What customers may request by law: how to check it, and by when. */
export const privacyRuleText =
  'This covers every order with this email address. First check that the request came from this address. You must respond within one month.'
