export { type AttemptOptions, type AuthState, authStates } from "./auth/attempt.ts";
export { AuthCallback, type AuthCallbackProps } from "./auth/auth-callback.tsx";
export type { AuthLinks, AuthScreenProps } from "./auth/auth-screen.tsx";
export { Captcha, type CaptchaProps } from "./auth/captcha-area.tsx";
export type { CaptchaStep } from "./auth/captcha-gate.ts";
export { ChangePassword, type ChangePasswordProps } from "./auth/change-password.tsx";
export { ForgotPassword, type ForgotPasswordProps } from "./auth/forgot-password.tsx";
export type { AuthFailure, AuthFieldName, Issue } from "./auth/issue.ts";
export {
  MemberButton,
  type MemberButtonProps,
  memberName,
  SignInButton,
  type SignInButtonProps,
  SignOutButton,
  type SignOutButtonProps,
} from "./auth/member-button.tsx";
export type {
  AccountClient,
  AddressEntry,
  AppSetUp,
  CaptchaPurpose,
  CaptchaTokens,
  DeclaredFieldEntry,
  FactorEntry,
  HostedLoginClient,
  MemberClient,
  MemberDetailsEntry,
  MemberNames,
  SessionEntry,
  SessionEvent,
  SessionMember,
  SignInResult,
} from "./auth/member-client.ts";
export { MfaChallenge, type MfaChallengeProps } from "./auth/mfa-challenge.tsx";
export { PendingApproval, type PendingApprovalProps } from "./auth/pending-approval.tsx";
export { ResetPassword, type ResetPasswordProps } from "./auth/reset-password.tsx";
export { SessionNotices, type SessionNoticesProps } from "./auth/session-notices.tsx";
export type { InitialSession, SessionRole, SessionStatus } from "./auth/session-store.ts";
export {
  AuthLoading,
  RequireMember,
  type RequireMemberProps,
  Show,
  type ShowProps,
  SignedIn,
  SignedOut,
} from "./auth/show.tsx";
export { SignIn, type SignInProps } from "./auth/sign-in.tsx";
export { SignUp, type SignUpProps } from "./auth/sign-up.tsx";
export type { Attempt } from "./auth/use-attempt.ts";
export { type AuthCallbackOptions, type AuthCallbackState, useAuthCallback } from "./auth/use-auth-callback.ts";
export type { WithCaptcha } from "./auth/use-captcha.ts";
export { type ChangePasswordParams, useChangePassword } from "./auth/use-change-password.ts";
export {
  type EmailVerification,
  type EmailVerificationParams,
  useEmailVerification,
} from "./auth/use-email-verification.ts";
export { type HostedLogin, type HostedLoginOptions, useHostedLogin } from "./auth/use-hosted-login.ts";
export { useIssueText } from "./auth/use-issue-text.ts";
export {
  type AccountToSetUp,
  type NewPassword,
  type PasswordReset,
  type PasswordResetOptions,
  usePasswordReset,
} from "./auth/use-password-reset.ts";
export { type RecoveryLink, useRecoveryLink } from "./auth/use-recovery-link.ts";
export { type SecondStep, type SecondStepParams, useSecondStep } from "./auth/use-second-step.ts";
export type { Sending } from "./auth/use-sending.ts";
export {
  type Auth,
  type CurrentMember,
  type Session,
  useAuth,
  useMember,
  useMember as useUser,
  useSession,
} from "./auth/use-session.ts";
export { type SignInParams, useSignIn } from "./auth/use-sign-in.ts";
export { type SignUpParams, useSignUp } from "./auth/use-sign-up.ts";
export { VerifyEmail, type VerifyEmailProps } from "./auth/verify-email.tsx";
export { Post, type PostProps } from "./blog/post.tsx";
export { PostList, type PostListProps, type PostPage } from "./blog/post-list.tsx";
export type { PostLink, PostSummary, PostView } from "./blog/post-view.ts";
export { prepareRichContent, RichContent, type RichContentProps } from "./blog/rich-content/rich-content.tsx";
export {
  type CollectionEntry,
  collectionPath,
  mayDo,
  type ReferenceNames,
  referencedIds,
  titleOf,
} from "./data/collection-entry.ts";
export { CollectionList, type CollectionListProps, type CollectionPage } from "./data/collection-list.tsx";
export type { Choice, SearchReferences } from "./data/editors/editor-props.ts";
export { type ItemChanges, ItemForm, type ItemFormProps } from "./data/item-form.tsx";
export type { ItemList } from "./data/item-store.ts";
export { ItemView, type ItemViewProps, type Neighbour } from "./data/item-view.tsx";
export { isNarrowed, type ListQuery, listHref, type Range, readListQuery, toItemQuery } from "./data/list-query.ts";
export { type Removals, RemovalToasts, type RemovalToastsProps, type Removed, useRemovals } from "./data/removals.tsx";
export {
  type Collection,
  type CollectionItem,
  type CollectionOptions,
  type ItemChange,
  useCollection,
  useCollectionItem,
  useInsert,
  useRemove,
  useUpdate,
} from "./data/use-items.ts";
export type { MoreReferences } from "./data/values/more-references.tsx";
export type { AccountBlockProps } from "./members/account-block.tsx";
export { MemberProfile, type MemberProfileProps } from "./members/member-profile.tsx";
export { MemberSessions, type MemberSessionsProps } from "./members/member-sessions.tsx";
export { MembershipList, type MembershipListProps } from "./members/membership-list.tsx";
export {
  type MembershipCheckouts,
  type MembershipItem,
  type MembershipRead,
  type MembershipSection,
  type MembershipSource,
  type Memberships,
  membershipSections,
} from "./members/memberships.ts";
export { SecondSteps, type SecondStepsProps } from "./members/second-steps.tsx";
export { SecurityEvents, type SecurityEventsProps, type SecurityEventsRead } from "./members/security-events.tsx";
export type { AccountFacts, AccountRead } from "./members/use-account-details.ts";
export { type Checkout, useCheckout } from "./members/use-checkout.ts";
export { type MemberSessionList, type MemberSessionsRead, useMemberSessions } from "./members/use-member-sessions.ts";
export { type MemberNamesParams, useMemberUpdate } from "./members/use-member-update.ts";
export { type SecondStepList, type SecondStepsRead, useSecondSteps } from "./members/use-second-steps.ts";
export { PorchlightProvider, type PorchlightProviderProps, useClient } from "./provider.tsx";
export type { Messages, TextKey } from "./texts/texts.ts";
export { Anchor, type AnchorProps } from "./ui/anchor.tsx";
export type { Appearance } from "./ui/appearance.ts";
export { Avatar, type AvatarProps } from "./ui/avatar.tsx";
export { Button, type ButtonProps, LinkButton } from "./ui/button.tsx";
export { ConfirmDialog, type ConfirmDialogProps } from "./ui/confirm-dialog.tsx";
export { useSecondsLeft } from "./ui/delay.ts";
export { EmptyState } from "./ui/empty-state.tsx";
export { ErrorState, type ErrorStateProps } from "./ui/error-state.tsx";
export { Notice, type NoticeKind, type NoticeProps } from "./ui/notice.tsx";
export { Spinner } from "./ui/spinner.tsx";
export { type Moment, TimeText, type TimeTextProps } from "./ui/time-text.tsx";
