const dots = "•••";

/** Enough of an e-mail to be recognised by its owner: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}${dots}${email.slice(at)}`;
}

/** The end of a phone number: `•••00`. */
export const maskPhoneNumber = (phoneNumber: string): string => `${dots}${phoneNumber.slice(-2)}`;
