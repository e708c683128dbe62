/** Loaded if the site requires a captcha. */
export { captcha } from "@porchlight/client/auth";
