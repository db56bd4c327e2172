/** What of the package (which brings no types) is used. */
declare module 'web-push' {
  export interface RequestDetails {
    method: string;
    headers: Record<string, string | number>;
    body: Buffer | null;
    endpoint: string;
  }
  interface WebPush {
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        TTL?: number;
        urgency?: 'very-low' | 'low' | 'normal' | 'high';
        topic?: string;
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
      },
    ): RequestDetails;
  }
  const webPush: WebPush;
  export default webPush;
}
