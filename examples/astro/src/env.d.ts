declare namespace App {
  interface Locals {
    /** Client with the session of the request. */
    client: import("@porchlight/client/server").ServerClient<Record<never, never>>;
  }
}
