/** Fetched where the site asks for a captcha. */
export { captcha } from "@porchlight/client/auth";
