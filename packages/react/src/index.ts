export { Captcha } from "./auth/captcha/captcha.tsx";
export type { CaptchaChallenge, CaptchaProps } from "./auth/captcha/captcha-types.ts";
export type { WithCaptcha } from "./auth/captcha/use-captcha.ts";
export { type AuthFormOptions, type AuthState, authStates } from "./auth/form/auth-form-store.ts";
export type { AuthLinks, AuthScreenProps } from "./auth/form/auth-screen.tsx";
export type { AuthError, AuthFieldName, FormError } from "./auth/form/form-error.ts";
export type { AuthSubmission } from "./auth/form/use-auth-submission.ts";
export { useFormErrorText } from "./auth/form/use-form-error-text.ts";
export type { Submission } from "./auth/form/use-submission.ts";
export type {
  AccountClient,
  CaptchaPurpose,
  CaptchaTokens,
  DeclaredField,
  HostedLoginClient,
  MemberAddress,
  MemberClient,
  MemberDetails,
  MemberNames,
  MemberSession,
  MfaFactor,
  SessionEvent,
  SessionMember,
  SignInResult,
  TotpEnrollment,
} from "./auth/member-client.ts";
export { MfaChallenge, type MfaChallengeProps } from "./auth/mfa/mfa-challenge.tsx";
export {
  type MfaVerification,
  type MfaVerificationParams,
  useMfaVerification,
} from "./auth/mfa/use-mfa-verification.ts";
export {
  ChangePassword,
  type ChangePasswordParams,
  type ChangePasswordProps,
  useChangePassword,
} from "./auth/recovery/change-password.tsx";
export { ForgotPassword, type ForgotPasswordProps } from "./auth/recovery/forgot-password.tsx";
export { ResetPassword, type ResetPasswordProps } from "./auth/recovery/reset-password.tsx";
export {
  type InvitedAccount,
  type NewPasswordParams,
  type PasswordReset,
  type PasswordResetOptions,
  usePasswordReset,
} from "./auth/recovery/use-password-reset.ts";
export { type RecoveryLink, useRecoveryLink } from "./auth/recovery/use-recovery-link.ts";
export type * from "./auth/registered-client.ts";
export {
  MemberButton,
  type MemberButtonProps,
  memberName,
  SignInButton,
  type SignInButtonProps,
  SignOutButton,
  type SignOutButtonProps,
} from "./auth/session/member-button.tsx";
export { SessionNotices, type SessionNoticesProps } from "./auth/session/session-notices.tsx";
export type { InitialSession, SessionRole, SessionStatus } from "./auth/session/session-store.ts";
export {
  AuthLoading,
  RequireMember,
  type RequireMemberProps,
  Show,
  type ShowProps,
  SignedIn,
  SignedOut,
} from "./auth/session/show.tsx";
export {
  type Auth,
  type CurrentMember,
  type Session,
  useAuth,
  useMember,
  useMember as useUser,
  useSession,
} from "./auth/session/use-session.ts";
export { AuthCallback, type AuthCallbackProps } from "./auth/sign-in/auth-callback.tsx";
export { SignIn, type SignInProps } from "./auth/sign-in/sign-in.tsx";
export { PendingApproval, type PendingApprovalProps } from "./auth/sign-in/stop-screen.tsx";
export { type AuthCallbackOptions, type AuthCallbackState, useAuthCallback } from "./auth/sign-in/use-auth-callback.ts";
export { type HostedLogin, type HostedLoginOptions, useHostedLogin } from "./auth/sign-in/use-hosted-login.ts";
export { type SignInParams, useSignIn } from "./auth/sign-in/use-sign-in.ts";
export { SignUp, type SignUpProps } from "./auth/sign-up/sign-up.tsx";
export {
  type EmailVerification,
  type EmailVerificationParams,
  useEmailVerification,
} from "./auth/sign-up/use-email-verification.ts";
export { type SignUpParams, useSignUp } from "./auth/sign-up/use-sign-up.ts";
export { VerifyEmail, type VerifyEmailProps } from "./auth/sign-up/verify-email.tsx";
export { Post, type PostProps } from "./blog/post.tsx";
export { PostList, type PostListProps, type PostPage } from "./blog/post-list.tsx";
export type {
  BlogClient,
  CategoryListOptions,
  LoadedPosts,
  PostListOptions,
  PostName,
  TagListOptions,
} from "./blog/post-queries.ts";
export type { PostLink, PostSummary, PostView } from "./blog/post-view.ts";
export { prepareRichContent, RichContent, type RichContentProps } from "./blog/rich-content/rich-content.tsx";
export {
  useCategories,
  usePost,
  usePosts,
  useSuspenseCategories,
  useSuspensePost,
  useSuspensePosts,
  useSuspenseTags,
  useTags,
} from "./blog/use-posts.ts";
export type { Choice, EditorProps, FieldEditors, SearchReferences } from "./data/editors/editor-props.ts";
export {
  type FileRow,
  isPictures as isPictureField,
  toRow as toFileRow,
  toValue as toFileValue,
} from "./data/editors/file-rows.ts";
export { type ItemChanges, ItemForm, type ItemFormProps } from "./data/form/item-form.tsx";
export { useTypedValues, type ValueControl } from "./data/form/use-typed-values.ts";
export type { ItemList } from "./data/item-store.ts";
export { ItemView, type ItemViewProps, type Neighbour } from "./data/item-view.tsx";
export {
  type CollectionEntry,
  collectionPath,
  mayDo,
  type ReferenceNames,
  referencedIds,
  startsWithVowel,
  titleOf,
} from "./data/list/collection-entry.ts";
export { CollectionList, type CollectionListProps, type CollectionPage } from "./data/list/collection-list.tsx";
export {
  isNarrowed,
  type ListQuery,
  listHref,
  type Range,
  readListQuery,
  toItemQuery,
} from "./data/list/list-query.ts";
export {
  type Removals,
  RemovalToasts,
  type RemovalToastsProps,
  type Removed,
  useRemovals,
} from "./data/list/removals.tsx";
export {
  type Collection,
  type CollectionItem,
  type CollectionOptions,
  type ItemChange,
  useCollection,
  useCollectionItem,
  useInsert,
  useRemove,
  useSuspenseCollection,
  useSuspenseCollectionItem,
  useUpdate,
} from "./data/use-items.ts";
export type { MoreReferences } from "./data/values/more-references.tsx";
export type { FormIssue, FormReading } from "./forms/definition/read-values.ts";
export { Form } from "./forms/form.tsx";
export type { FormsClient } from "./forms/form-client.ts";
export type { FormProps } from "./forms/form-props.ts";
export type { LoadedSubmissions, SubmissionListOptions } from "./forms/form-queries.ts";
export { type FormOutcome, redirectUrlOf, submitFormData } from "./forms/submit-form-data.ts";
export { type FormState, type UseFormOptions, useForm } from "./forms/use-form.ts";
export { useSubmissions, useSuspenseSubmissions } from "./forms/use-submissions.ts";
export type { AccountSectionProps } from "./members/account-section.tsx";
export type { LoadedMembers, MemberListOptions } from "./members/directory/member-queries.ts";
export {
  useMemberBySlug,
  useMembers,
  useSuspenseMemberBySlug,
  useSuspenseMembers,
} from "./members/directory/use-members.ts";
export { MembershipList, type MembershipListProps } from "./members/memberships/membership-list.tsx";
export {
  type MembershipCheckouts,
  type MembershipData,
  type MembershipItem,
  type MembershipSection,
  type MembershipSource,
  type Memberships,
  membershipSections,
} from "./members/memberships/memberships.ts";
export { type Checkout, useCheckout } from "./members/memberships/use-checkout.ts";
export { MemberProfile, type MemberProfileProps } from "./members/profile/member-profile.tsx";
export type { AccountData, AccountInfo } from "./members/profile/use-account-details.ts";
export { type MemberNamesParams, useMemberUpdate } from "./members/profile/use-member-update.ts";
export {
  MfaSettings,
  type MfaSettingsProps,
} from "./members/security/mfa-settings.tsx";
export {
  type Reauthentication,
  ReauthenticationPrompt,
  type ReauthenticationPromptProps,
  useReauthentication,
} from "./members/security/reauthentication.tsx";
export {
  SecurityEvents,
  type SecurityEventsData,
  type SecurityEventsProps,
} from "./members/security/security-events.tsx";
export {
  type MfaFactorList,
  type MfaFactorsData,
  useMfaFactors,
} from "./members/security/use-mfa-factors.ts";
export { MemberSessions, type MemberSessionsProps } from "./members/sessions/member-sessions.tsx";
export {
  type MemberSessionList,
  type MemberSessionsData,
  useMemberSessions,
} from "./members/sessions/use-member-sessions.ts";
export { PorchlightProvider, type PorchlightProviderProps, useClient } from "./provider.tsx";
export type { LoadOptions } from "./read/read-store.ts";
export type { MoreToRead, Read, ReadOptions, SuspendedRead, SuspenseOptions } from "./read/use-read.ts";
export type { Messages, TextKey } from "./texts/use-texts.ts";
export { Anchor, type AnchorProps } from "./ui/anchor.tsx";
export type { Appearance } from "./ui/appearance.ts";
export { Avatar, type AvatarProps } from "./ui/avatar.tsx";
export { Button, type ButtonProps, LinkButton, Spinner } from "./ui/button.tsx";
export { ConfirmDialog, type ConfirmDialogProps } from "./ui/confirm-dialog.tsx";
export { useSecondsLeft } from "./ui/delay.ts";
export { EmptyState } from "./ui/feedback/empty-state.tsx";
export { ErrorState, type ErrorStateProps } from "./ui/feedback/error-state.tsx";
export { Notice, type NoticeKind, type NoticeProps } from "./ui/feedback/notice.tsx";
export { type Moment, TimeText, type TimeTextProps } from "./ui/time-text.tsx";
