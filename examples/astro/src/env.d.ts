declare namespace App {
  interface Locals {
    /** Speaks for who asks. */
    client: import("@porchlight/client/server").ServerClient<Record<never, never>>;
  }
}
