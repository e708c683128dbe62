export const membersErrors = {
  MEMBER_NOT_FOUND: { status: 404, message: "There is no member with this id or e-mail." },
  MEMBER_NOT_PENDING: { status: 409, message: "Only a member who waits for approval can be approved or rejected." },
  MEMBER_NOT_CLOSED: { status: 409, message: "Only a member who is blocked or offline can be let in again." },
} as const;
