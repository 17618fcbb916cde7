# The arena's side of a bot in Perl: connects, answers questions with a sub, ends with the match.
# The strategy is in bot.pl; this file is the same for every bot.
package Arena;
use strict;
use warnings;
use JSON::PP;
use ZMQ::FFI;
use ZMQ::FFI::Constants qw(ZMQ_DEALER ZMQ_PAIR ZMQ_EVENT_DISCONNECTED);

# The arena may vanish without a word, and a DEALER socket then waits for ever: look around now and then.
use constant { WATCH_S => 0.5, IDLE_S => 3600 };

my $json = JSON::PP->new->utf8->canonical;

# Plays one match; the connection file is the last argument. $decide gets a question with `legal` and `view` and
# returns a move.
sub run {
    my ($name, $decide) = @_;
    open my $file, '<', $ARGV[-1] or die "$ARGV[-1]: $!\n";
    my $connection = $json->decode(do { local $/; <$file> });
    my $context = ZMQ::FFI->new;
    my $socket = $context->socket(ZMQ_DEALER);
    $socket->set_linger(0);    # else unsent messages keep the process for ever
    my $monitor = $context->socket(ZMQ_PAIR);
    $monitor->connect('inproc://lost');
    $socket->connect($connection->{endpoint});
    my $send = sub { $socket->send($json->encode($_[0])) };
    my $answer = sub { +{id => $_[0]{id}, move => $decide->($_[0])} };
    $send->({
        type => 'hello', token => $connection->{token}, protocol => [1, 1], name => $name,
        capabilities => ['batch', 'quiet'],
    });

    my ($parent, $heard) = (getppid, time);
    my $readable = '';
    vec($readable, $socket->get_fd, 1) = 1;
    while (1) {
        # The descriptor tells of changes only: look at the socket first, then wait.
        if (!$socket->has_pollin) {
            select(my $ready = $readable, undef, undef, WATCH_S);
            exit 0 if getppid != $parent || time - $heard > IDLE_S || $monitor->has_pollin;
            next;
        }
        my $message = $json->decode($socket->recv);
        $heard = time;
        my $type = $message->{type} // '';
        if ($type eq 'acts') {
            $send->({type => 'actions', actions => [map { $answer->($_) } @{$message->{acts}}]});
        } elsif ($type eq 'act') {
            $send->({type => 'action', %{$answer->($message)}});
        } elsif ($type eq 'welcome') {
            # A connection lost before the welcome is made again; from here on it is the end.
            $socket->monitor('inproc://lost', ZMQ_EVENT_DISCONNECTED);
        } elsif ($type eq 'fault') {
            print STDERR "fault $message->{fault}: $message->{reason}\n";
        } elsif ($type eq 'reject') {
            die "the arena refused $name: $message->{reason}\n";
        } elsif ($type eq 'bye') {
            return;
        }    # Whatever else comes is of a later version and meant to be ignored.
    }
}

1;
