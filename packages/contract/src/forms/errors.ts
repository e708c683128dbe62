/** Codes of forms and submissions. Source: errors.md §3; wire.md, "Forms". */
export const formsErrors = {
  FORM_NOT_FOUND: { status: 404, message: "There is no form with this id." },
  FORM_CHANGED: { status: 409, message: "The form has changed since it was read." },
  SUBMISSION_NOT_FOUND: { status: 404, message: "You have no submission with this id." },
  SUBMISSION_CHANGED: { status: 409, message: "The submission has changed since it was read." },
  SUBMISSION_STATUS_CONFLICT: { status: 409, message: "The submission's status does not allow this." },
  INVALID_CAPTCHA: { status: 400, message: "The form requires a captcha, and this one is missing, wrong or expired." },
  CHECKOUT_NOT_FOUND: { status: 404, message: "There is no submission with this checkout." },
  PAYMENT_SIGNATURE_INVALID: {
    status: 401,
    message: "The signature of the payment page is missing, wrong or expired.",
  },
} as const;
