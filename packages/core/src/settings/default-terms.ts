/** The terms that the software comes with. */
export const defaultTerms = `## Who we are

{shopName} is run by {tradingName} in the United Kingdom ({tradingAddress}). You can reach us at {supportEmail}.

By placing an order you accept these terms. You don’t need an account. You must be at least 18 years old, or have the consent of a parent or guardian.

## What the service does

You upload a file and describe your project. We compute a SHA-256 hash of the file, its fingerprint. {recording} Then we send you a verification link by email. {secondRecord}

The record is evidence that this exact file existed no later than the time it was recorded. It is not evidence of who made the file, and it does not replace formal copyright registration. We give no legal advice and do not promise the outcome of any dispute.

{whatIsPublic} The whole file is not stored on the blockchain. A record on a blockchain cannot be changed or removed, by us or by anyone.

## What stays with you

You must keep the file, unchanged, together with its hash. The evidence that we send you contains the hash and everything that leads from it to the record, so keep the evidence with the file. Without the file, there is nothing to compare the record with, and we cannot restore it for you.

Your work remains yours. You grant us no rights in it beyond what we need to receive it, compute its hash and record it. You confirm that you are entitled to submit it.

## Copyright around the world

Copyright arises when a work is created. Under the Berne Convention it is recognized in 179 countries without any formality. The record we make is evidence that you can use alongside that protection; it does not create, extend or register the right itself.

## Price and payment

The service costs {price} (US dollars), paid once for each file. The price shown when you place an order applies to that order, even if it changes later.

You pay by card through our payment provider, which processes your card details; we never see or store them.

## Cancellation and refund

{refundRule} To cancel, write to {supportEmail}.

{laterStart} You choose at checkout, and can still ask later on your order page.

This does not limit the rights that consumers have by law if a service is not provided or not as described.

## File limits

A file may be up to 50 MB, and any type is fine. You can put several files into one archive, which is then the work that is recorded. {fileRetention}

## Prohibited content

You may not submit adult material, or anything that is illegal under UK law. You may not submit anything that infringes the rights of others or is made to damage computers.

We may refuse or stop an order that breaks this rule, and we must report some material to the authorities.

## Termination

We may refuse or end the service for anyone who breaks these terms or misuses the service. Records remain on the blockchain even if the service or this business ends: they can be checked without us.

## Our responsibility

We provide the service with reasonable care and skill. We are not responsible for the blockchain network itself, for losses we could not foresee, or for how a court or another party judges the evidence. Nothing in these terms limits liability that cannot be limited by law.

## Changes

We may change these terms. A new version is published on this page and applies to orders placed from then on. Orders placed before keep the terms they were placed under, and their emails and order pages link to them. If we ever have to change anything about an order that you have placed, we tell you by email one month before.

## Law

These terms are governed by UK law, and the courts of the United Kingdom decide disputes. If you are a consumer elsewhere, you keep the protection that the mandatory law of your country gives you.

## Support

Write to {supportEmail}. {replyTime}`
